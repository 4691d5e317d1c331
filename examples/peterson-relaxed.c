/*
 * Peterson's algorithm with relaxed accesses: each thread may miss that the other wants to enter, so both do. Compare
 * peterson.c.
 *
 * drista: error data-race
 * drista: error data-race --model sc
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define ORDER memory_order_relaxed

/* Not static: clang 14 and 16 take a static variable that one function alone uses for a local one, atomic or not. */
atomic_int wants[2], turn;
static int counter;

static void lock(int me)
{
	int other = 1 - me;
	atomic_store_explicit(&wants[me], 1, ORDER);
	atomic_store_explicit(&turn, other, ORDER);
	while (atomic_load_explicit(&wants[other], ORDER) && atomic_load_explicit(&turn, ORDER) == other)
		;
}

static void unlock(int me)
{
	atomic_store_explicit(&wants[me], 0, ORDER);
}

static void *count(void *argument)
{
	int me = *(int *)argument;
	lock(me);
	counter++;
	unlock(me);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	static int number[2] = {0, 1};
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, count, &number[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(counter == 2);
	return 0;
}
