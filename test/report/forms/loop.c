// A loop of equal iterations, which the page folds, and a failed assertion.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int lamp;

static void *blink(void *unused)
{
    for (int i = 0; i < 9; i++) {
        atomic_store_explicit(&lamp, 1, memory_order_relaxed);
        atomic_store_explicit(&lamp, 0, memory_order_relaxed);
    }
    assert(atomic_load(&lamp) == 1);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, blink, NULL);
    pthread_join(a, NULL);
    return 0;
}
