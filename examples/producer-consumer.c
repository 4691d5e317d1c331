/*
 * A buffer with one place between a producer and a consumer: a mutex, and a condition variable for each side to wait
 * on. A wait is a loop, since a wake-up says only that it is worth looking again. Compare lost-wakeup-bug.c.
 *
 * drista: verified
 * drista: verified --spurious-wakeups
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define ITEMS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int full, place;

static void *producer(void *unused)
{
	(void)unused;
	for (int i = 1; i <= ITEMS; i++) {
		pthread_mutex_lock(&lock);
		while (full)
			pthread_cond_wait(&emptied, &lock);
		place = i;
		full = 1;
		pthread_cond_signal(&filled);
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

static void *consumer(void *unused)
{
	(void)unused;
	for (int i = 1; i <= ITEMS; i++) {
		pthread_mutex_lock(&lock);
		while (!full)
			pthread_cond_wait(&filled, &lock);
		int item = place;
		full = 0;
		pthread_cond_signal(&emptied);
		pthread_mutex_unlock(&lock);
		assert(item == i);
	}
	return NULL;
}

int main(void)
{
	pthread_t p, c;
	pthread_create(&p, NULL, producer, NULL);
	pthread_create(&c, NULL, consumer, NULL);
	pthread_join(p, NULL);
	pthread_join(c, NULL);
	return 0;
}
