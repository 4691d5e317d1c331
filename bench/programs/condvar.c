/* Producer and consumer of N items through a place for one, with a mutex and two condition variables (SV-COMP's sync,
 * POSIX's own example).
 * drista: verified
 * drista: build -DN=1
 */
#include "common.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int full, place;

static void produce(void)
{
	for (int i = 0; i < N; i++) {
		pthread_mutex_lock(&mutex);
		while (full)
			pthread_cond_wait(&emptied, &mutex);
		place = i;
		full = 1;
		pthread_cond_signal(&filled);
		pthread_mutex_unlock(&mutex);
	}
}

static void consume(void)
{
	for (int i = 0; i < N; i++) {
		pthread_mutex_lock(&mutex);
		while (!full)
			pthread_cond_wait(&filled, &mutex);
		if (place != i)
			abort();
		full = 0;
		pthread_cond_signal(&emptied);
		pthread_mutex_unlock(&mutex);
	}
}

static void each(int me)
{
	if (me == 0)
		produce();
	else
		consume();
}

int main(void)
{
	run_threads(2, each);
}
