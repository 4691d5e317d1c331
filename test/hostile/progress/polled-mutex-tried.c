// A loop polls under a mutex, and another thread tries it: the iteration in which it holds the mutex is observed.
// drista: error assertion
// drista: options --tune chance=0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *trier(void *unused)
{
	int failed = pthread_mutex_trylock(&m);
	if (!failed)
		pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	done = 1;
	pthread_mutex_unlock(&m);
	assert(!failed);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, trier, NULL);
	for (;;) {
		pthread_mutex_lock(&m);
		int stop = done;
		pthread_mutex_unlock(&m);
		if (stop)
			break;
	}
	pthread_join(t, NULL);
	return 0;
}
