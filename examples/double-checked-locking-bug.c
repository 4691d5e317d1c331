/*
 * Double-checked locking as it was written before C11: the pointer is an ordinary variable, and the first check reads
 * it while another thread may be writing it. Compare double-checked-locking.c.
 *
 * drista: error data-race
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct config {
	int answer;
};

static struct config storage;
static struct config *instance;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct config *get(void)
{
	struct config *config = instance;
	if (config != NULL)
		return config;
	pthread_mutex_lock(&mutex);
	config = instance;
	if (config == NULL) {
		config = &storage;
		config->answer = 42;
		instance = config;
	}
	pthread_mutex_unlock(&mutex);
	return config;
}

static void *use(void *unused)
{
	(void)unused;
	assert(get()->answer == 42);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, use, NULL);
	pthread_create(&b, NULL, use, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
