/*
 * The entry of Dekker's algorithm, tried once: each thread announces itself and looks for the other, with a fence
 * between (C11 7.17.4; Lahav et al., RC11, PLDI 2017, section 2).
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int first, second;
static int data;

static void *one(void *unused)
{
	atomic_store_explicit(&first, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	if (!atomic_load_explicit(&second, memory_order_acquire))
		data++;
	atomic_store_explicit(&first, 0, memory_order_release);
	return unused;
}

static void *two(void *unused)
{
	atomic_store_explicit(&second, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	if (!atomic_load_explicit(&first, memory_order_acquire))
		data++;
	atomic_store_explicit(&second, 0, memory_order_release);
	return unused;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(data <= 2);
	return 0;
}
