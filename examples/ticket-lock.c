/*
 * A ticket lock: draw a number, wait until it is called. Threads that wait spin; drista sees that nothing new can
 * come of another turn of the loop.
 *
 * drista: verified
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define THREADS 2

static atomic_uint next_ticket, now_serving;
static int counter;

static void lock(void)
{
	unsigned ticket = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
	while (atomic_load_explicit(&now_serving, memory_order_acquire) != ticket)
		;
}

static void unlock(void)
{
	unsigned served = atomic_load_explicit(&now_serving, memory_order_relaxed);
	atomic_store_explicit(&now_serving, served + 1, memory_order_release);
}

static void *count(void *unused)
{
	(void)unused;
	lock();
	counter++;
	unlock();
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, count, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	assert(counter == THREADS);
	return 0;
}
