/* Peterson's lock (IPL 1981) with the orders and the fence of Williams (Peterson's lock with C++0x atomics, 2010). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag0, flag1, turn;
static int data;

static void *thread0(void *unused)
{
	atomic_store_explicit(&flag0, 1, memory_order_relaxed);
	atomic_exchange_explicit(&turn, 1, memory_order_acq_rel);
	while (atomic_load_explicit(&flag1, memory_order_acquire) &&
		atomic_load_explicit(&turn, memory_order_relaxed) == 1)
		;
	data++;
	atomic_store_explicit(&flag0, 0, memory_order_release);
	return unused;
}

static void *thread1(void *unused)
{
	atomic_store_explicit(&flag1, 1, memory_order_relaxed);
	atomic_exchange_explicit(&turn, 0, memory_order_acq_rel);
	while (atomic_load_explicit(&flag0, memory_order_acquire) &&
		atomic_load_explicit(&turn, memory_order_relaxed) == 0)
		;
	data++;
	atomic_store_explicit(&flag1, 0, memory_order_release);
	return unused;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, thread0, NULL);
	pthread_create(&b, NULL, thread1, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(data == 2);
	return 0;
}
