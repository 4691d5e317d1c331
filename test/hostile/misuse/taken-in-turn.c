// Two threads use the same memory for an object in turn, under a lock: each destroys what it has made.
// drista: verified
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static union { pthread_mutex_t m; sem_t s; pthread_cond_t c; } place;

static void *use(void *n)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_init(&place.m, NULL);
	pthread_mutex_lock(&place.m);
	pthread_mutex_unlock(&place.m);
	pthread_mutex_destroy(&place.m);
	if (n) {
		sem_init(&place.s, 0, 1);
		sem_wait(&place.s);
		sem_destroy(&place.s);
	} else {
		pthread_cond_init(&place.c, NULL);
		pthread_cond_destroy(&place.c);
	}
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	for (long i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, use, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
