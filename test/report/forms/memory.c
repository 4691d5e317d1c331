// Main uses a block that it has freed.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

_Atomic(int *) shared;

static void *reader(void *unused)
{
    int *block = atomic_load(&shared);
    if (block != NULL)
        *(volatile int *)block = 1;
    return unused;
}

int main(void)
{
    int *block = calloc(1, sizeof *block);
    pthread_t thread;
    atomic_store(&shared, block);
    pthread_create(&thread, NULL, reader, NULL);
    atomic_store(&shared, NULL);
    pthread_join(thread, NULL);
    free(block);
    atomic_store(&shared, block);
    reader(NULL);
    return 0;
}
