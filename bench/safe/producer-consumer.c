/* PRODUCERS and CONSUMERS with a buffer of SIZE items, a mutex and two condition variables. */
#include "common.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int buffer[SIZE], used;

static void *produce(void *me)
{
	for (;;) {
		pthread_mutex_lock(&lock);
		while (used == SIZE)
			pthread_cond_wait(&emptied, &lock);
		buffer[used++] = 1;
		pthread_cond_signal(&filled);
		pthread_mutex_unlock(&lock);
		COUNT((intptr_t)me);
	}
	return NULL;
}

static void *consume(void *me)
{
	for (;;) {
		pthread_mutex_lock(&lock);
		while (used == 0)
			pthread_cond_wait(&filled, &lock);
		if (buffer[--used] != 1)
			abort();
		pthread_cond_signal(&emptied);
		pthread_mutex_unlock(&lock);
		COUNT((intptr_t)me);
	}
	return NULL;
}

int main(void)
{
	for (int i = 0; i < PRODUCERS; i++)
		start_thread(produce, i);
	for (int i = 0; i < CONSUMERS; i++)
		start_thread(consume, PRODUCERS + i);
	return finish();
}
