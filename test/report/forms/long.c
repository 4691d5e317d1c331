// An execution of about five thousand events, whose last one fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { ROUNDS = 830 };
atomic_int count, slots[8];

static void *work(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
        atomic_store_explicit(&slots[i % 8], i, memory_order_relaxed);
        atomic_load_explicit(&slots[i % 8], memory_order_relaxed);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    for (int i = 0; i < 20; i++)
        atomic_store_explicit(&count, 0, memory_order_relaxed);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&count) != 2 * ROUNDS);
    return 0;
}
