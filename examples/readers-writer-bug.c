/*
 * A cache under a read-write lock: whoever finds it empty fills it, still holding the lock for reading only. Two
 * readers may do so at the same time.
 *
 * drista: error data-race
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int known, answer;

static void *reader(void *unused)
{
	(void)unused;
	pthread_rwlock_rdlock(&lock);
	if (!known) {
		answer = 42;
		known = 1;
	}
	pthread_rwlock_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, reader, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
