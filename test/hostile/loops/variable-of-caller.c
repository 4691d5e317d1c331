// What a waiting loop has seen is in a variable of the caller, which it knows by its address: the loop makes progress.
// drista: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *steps(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_store_explicit(&x, 2, memory_order_relaxed);
	return unused;
}

static void wait_for_two(int *changes)
{
	int before = 0;
	for (;;) {
		int now = atomic_load_explicit(&x, memory_order_relaxed);
		*changes += now != before;
		if (now == 2)
			return;
		before = now;
	}
}

static int count(void)
{
	int changes = 0;
	wait_for_two(&changes);
	return changes;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, steps, NULL);
	assert(count() == 1);
	pthread_join(t, NULL);
	return 0;
}
