/*
 * A producer fills a buffer under a mutex, and a consumer empties it. The producer looks whether there is room before
 * it takes the mutex for the item, so two producers may both see the last free place: the second one writes behind the
 * buffer.
 *
 * drista: error memory
 */
#include <pthread.h>
#include <stdlib.h>

#define ROOM 1

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *buffer, count;

static int has_room(void)
{
	pthread_mutex_lock(&mutex);
	int room = count < ROOM;
	pthread_mutex_unlock(&mutex);
	return room;
}

static void put(int item)
{
	pthread_mutex_lock(&mutex);
	buffer[count++] = item;
	pthread_mutex_unlock(&mutex);
}

static void *producer(void *item)
{
	if (has_room()) /* right: look and put under one lock */
		put(*(int *)item);
	return NULL;
}

int main(void)
{
	static int items[] = {1, 2};
	pthread_t thread[2];
	buffer = malloc(ROOM * sizeof *buffer);
	for (int i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, producer, &items[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	free(buffer);
	return 0;
}
