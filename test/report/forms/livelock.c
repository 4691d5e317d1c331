// A thread spins on a flag that is set only in one of two branches.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int asked, answered;

static void *asking(void *unused)
{
    atomic_store(&asked, 1);
    while (!atomic_load(&answered))
        ;
    return unused;
}

static void *answering(void *unused)
{
    if (atomic_load(&asked))
        atomic_store(&answered, 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, asking, NULL);
    pthread_create(&b, NULL, answering, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
