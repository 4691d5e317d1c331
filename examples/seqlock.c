/*
 * A sequence lock: the writer makes the sequence number odd, writes, and makes it even again; a reader that saw the
 * number odd or changed reads again. The data are relaxed atomics, for they are read while they may be written; the
 * fences order them with the number.
 *
 * drista: verified
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint sequence;
static atomic_int first, second;

static void write_both(int value)
{
	unsigned before = atomic_load_explicit(&sequence, memory_order_relaxed);
	atomic_store_explicit(&sequence, before + 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&first, value, memory_order_relaxed);
	atomic_store_explicit(&second, value, memory_order_relaxed);
	atomic_store_explicit(&sequence, before + 2, memory_order_release);
}

static void read_both(int *a, int *b)
{
	unsigned before, after;
	do {
		while ((before = atomic_load_explicit(&sequence, memory_order_acquire)) & 1)
			;
		*a = atomic_load_explicit(&first, memory_order_relaxed);
		*b = atomic_load_explicit(&second, memory_order_relaxed);
		atomic_thread_fence(memory_order_acquire);
		after = atomic_load_explicit(&sequence, memory_order_relaxed);
	} while (before != after);
}

static void *writer(void *unused)
{
	(void)unused;
	write_both(1);
	return NULL;
}

static void *reader(void *unused)
{
	int a, b;
	(void)unused;
	read_both(&a, &b);
	assert(a == b);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
