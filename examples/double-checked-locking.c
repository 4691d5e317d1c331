/*
 * Double-checked locking: the mutex is taken only by threads that come before the object is there. The pointer is
 * published with release and read with acquire, so who sees it sees the object too.
 *
 * drista: verified
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct config {
	int answer;
};

static struct config storage;
static struct config *_Atomic instance;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct config *get(void)
{
	struct config *config = atomic_load_explicit(&instance, memory_order_acquire);
	if (config != NULL)
		return config;
	pthread_mutex_lock(&mutex);
	config = atomic_load_explicit(&instance, memory_order_relaxed);
	if (config == NULL) {
		config = &storage;
		config->answer = 42;
		atomic_store_explicit(&instance, config, memory_order_release);
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
