/*
 * A bounded buffer with semaphores: one counts the free places, one those that are filled. With one producer and one
 * consumer no mutex is needed: whoever waits for a semaphore comes after whoever posted it.
 *
 * drista: verified
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#define PLACES 2
#define ITEMS 3

static sem_t empty, filled;
static int buffer[PLACES];

static void *producer(void *unused)
{
	(void)unused;
	for (int i = 0; i < ITEMS; i++) {
		sem_wait(&empty);
		buffer[i % PLACES] = i;
		sem_post(&filled);
	}
	return NULL;
}

static void *consumer(void *unused)
{
	(void)unused;
	for (int i = 0; i < ITEMS; i++) {
		sem_wait(&filled);
		assert(buffer[i % PLACES] == i);
		sem_post(&empty);
	}
	return NULL;
}

int main(void)
{
	pthread_t p, c;
	sem_init(&empty, 0, PLACES);
	sem_init(&filled, 0, 0);
	pthread_create(&p, NULL, producer, NULL);
	pthread_create(&c, NULL, consumer, NULL);
	pthread_join(p, NULL);
	pthread_join(c, NULL);
	return 0;
}
