/*
 * A hazard pointer (Michael, TPDS 2004) with the orders and fences of Folly's: a reader announces what it is about to
 * use and looks again; who takes the object away looks for announcements.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int objects[2] = {1, 1};
static int *_Atomic shared = &objects[0];
static int *_Atomic hazard;

static void *reader(void *unused)
{
	int *seen = atomic_load_explicit(&shared, memory_order_relaxed);
	atomic_store_explicit(&hazard, seen, memory_order_release);
	atomic_thread_fence(memory_order_seq_cst);
	if (atomic_load_explicit(&shared, memory_order_acquire) == seen)
		assert(*seen == 1 || *seen == 2);
	atomic_store_explicit(&hazard, NULL, memory_order_release);
	return unused;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, reader, NULL);
	objects[1] = 2;
	int *old = atomic_exchange_explicit(&shared, &objects[1], memory_order_acq_rel);
	atomic_thread_fence(memory_order_seq_cst);
	if (atomic_load_explicit(&hazard, memory_order_acquire) != old)
		*old = 0; /* reclaimed */
	pthread_join(a, NULL);
	return 0;
}
