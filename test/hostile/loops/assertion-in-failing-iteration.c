// A check fails in an iteration that would come to nothing otherwise.
// drista: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *steps(void *unused)
{
	for (int i = 1; i <= 3; i++)
		atomic_store_explicit(&x, i, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, steps, NULL);
	for (int now; (now = atomic_load_explicit(&x, memory_order_relaxed)) != 3;)
		assert(now != 2);
	pthread_join(t, NULL);
	return 0;
}
