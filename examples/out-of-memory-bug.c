/*
 * An error path that nobody tests: where memory runs out, the producer returns without unlocking the list. The
 * consumer then waits for ever.
 *
 * drista: verified
 * drista: error deadlock --faults malloc
 */
#include <pthread.h>
#include <stdlib.h>

struct item {
	struct item *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *list;

static void *producer(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	struct item *item = malloc(sizeof *item);
	if (!item)
		return NULL; /* should unlock */
	item->next = list;
	list = item;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, producer, NULL);
	pthread_mutex_lock(&lock);
	struct item *taken = list;
	list = NULL;
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	free(taken);
	free(list);
	return 0;
}
