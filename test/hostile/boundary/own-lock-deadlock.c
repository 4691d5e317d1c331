// Locks are taken through functions of the program that go on to libc's by dlopen: a deadlock is found all the same.
// drista: error deadlock
// drista: build -ldl
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
typedef int call(pthread_mutex_t *);

int pthread_mutex_lock(pthread_mutex_t *m)
{
	return ((call *)dlsym(dlopen("libc.so.6", RTLD_NOW), "pthread_mutex_lock"))(m);
}

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
	pthread_mutex_lock(first);
	pthread_mutex_lock(second);
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

static void *other(void *unused)
{
	both(&b, &a);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	both(&a, &b);
	pthread_join(t, 0);
	return 0;
}
