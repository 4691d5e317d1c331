// The thread writes 3 just before it has made as many iterations as --tune unroll allows. Others see it nevertheless.
// drista: error assertion at WRONG
// drista: options --tune unroll=2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *counts(void *unused)
{
	for (;;)
		atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, counts, NULL);
	int last = atomic_load_explicit(&x, memory_order_relaxed);
	assert(last != 3); // WRONG
	return 0;
}
