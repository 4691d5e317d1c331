// A flag that is stored relaxed orders nothing.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int message;
atomic_int ready;

static void *sender(void *unused)
{
    message = 42;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

static void *receiver(void *unused)
{
    if (atomic_load_explicit(&ready, memory_order_acquire))
        message++;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, sender, NULL);
    pthread_create(&b, NULL, receiver, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
