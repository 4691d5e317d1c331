/*
 * A sequence lock with one writer and the orders of Boehm (Can Seqlocks Get Along with Programming Language Memory
 * Models?, MSPC 2012, figures 4 and 6).
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint sequence;
static atomic_int data1, data2;

static void write_both(int value)
{
	unsigned now = atomic_load_explicit(&sequence, memory_order_relaxed);
	atomic_store_explicit(&sequence, now + 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&data1, value, memory_order_relaxed);
	atomic_store_explicit(&data2, value, memory_order_relaxed);
	atomic_store_explicit(&sequence, now + 2, memory_order_release);
}

static void *reader(void *unused)
{
	unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
	int one = atomic_load_explicit(&data1, memory_order_relaxed);
	int two = atomic_load_explicit(&data2, memory_order_relaxed);
	atomic_thread_fence(memory_order_acquire);
	unsigned after = atomic_load_explicit(&sequence, memory_order_relaxed);
	if (before == after && before % 2 == 0)
		assert(one == two && one == (int)before / 2);
	return unused;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, reader, NULL);
	write_both(1);
	write_both(2);
	pthread_join(a, NULL);
	return 0;
}
