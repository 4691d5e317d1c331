/*
 * A pair of values under a read-write lock: readers may be there together, the writer is alone, and so
 * nobody sees one value new and the other old. Compare readers-writer-bug.c.
 *
 * drista: verified
 */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int left, right;

static void *reader(void *unused)
{
	(void)unused;
	pthread_rwlock_rdlock(&lock);
	assert(left == right);
	pthread_rwlock_unlock(&lock);
	return NULL;
}

static void *writer(void *unused)
{
	(void)unused;
	pthread_rwlock_wrlock(&lock);
	left++;
	right++;
	pthread_rwlock_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t a, b, w;
	pthread_create(&a, NULL, reader, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_create(&w, NULL, writer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(w, NULL);
	return 0;
}
