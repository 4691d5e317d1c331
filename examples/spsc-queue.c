/*
 * A queue for one producer and one consumer: a ring of slots, and two counters which each only one side writes. The
 * release store of a counter hands a slot over, the acquire load of it takes the slot.
 *
 * drista: verified
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define SLOTS 2

static int slot[SLOTS];
static atomic_uint pushed; /* written by the producer */
static atomic_uint popped; /* written by the consumer */

static bool push(int value)
{
	unsigned end = atomic_load_explicit(&pushed, memory_order_relaxed);
	if (end - atomic_load_explicit(&popped, memory_order_acquire) == SLOTS)
		return false;
	slot[end % SLOTS] = value;
	atomic_store_explicit(&pushed, end + 1, memory_order_release);
	return true;
}

static bool pop(int *value)
{
	unsigned begin = atomic_load_explicit(&popped, memory_order_relaxed);
	if (begin == atomic_load_explicit(&pushed, memory_order_acquire))
		return false;
	*value = slot[begin % SLOTS];
	atomic_store_explicit(&popped, begin + 1, memory_order_release);
	return true;
}

static void *producer(void *unused)
{
	(void)unused;
	for (int i = 1; i <= 3; i++)
		if (!push(i))
			break;
	return NULL;
}

static void *consumer(void *unused)
{
	int value, expected = 1;
	(void)unused;
	for (int i = 0; i < 3; i++)
		if (pop(&value))
			assert(value == expected++);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, producer, NULL);
	pthread_create(&b, NULL, consumer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
