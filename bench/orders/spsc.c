/* A ring for one producer and one consumer, with the orders of Boost.Lockfree's spsc_queue. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define SIZE 2

static int ring[SIZE];
static atomic_uint in, out;

static int push(int value)
{
	unsigned at = atomic_load_explicit(&in, memory_order_relaxed);
	if (at - atomic_load_explicit(&out, memory_order_acquire) == SIZE)
		return 0;
	ring[at % SIZE] = value;
	atomic_store_explicit(&in, at + 1, memory_order_release);
	return 1;
}

static int pop(int *value)
{
	unsigned at = atomic_load_explicit(&out, memory_order_relaxed);
	if (atomic_load_explicit(&in, memory_order_acquire) == at)
		return 0;
	*value = ring[at % SIZE];
	atomic_store_explicit(&out, at + 1, memory_order_release);
	return 1;
}

static void *producer(void *unused)
{
	for (int i = 1; i <= 4; i++)
		push(i);
	return unused;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, producer, NULL);
	int last = 0;
	for (int i = 0; i < 4; i++) {
		int value;
		if (!pop(&value))
			continue;
		assert(value > last);
		last = value;
	}
	pthread_join(a, NULL);
	return 0;
}
