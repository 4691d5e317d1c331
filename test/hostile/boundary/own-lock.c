// The program stands in front of pthread_mutex_lock and asks dlsym for the next one: that must be drista's.
// drista: verified
// drista: build -ldl
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>

static int locked, shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
typedef int call(pthread_mutex_t *);

int pthread_mutex_lock(pthread_mutex_t *m)
{
	int result = ((call *)dlsym(RTLD_NEXT, "pthread_mutex_lock"))(m);
	locked++;
	return result;
}

int pthread_mutex_unlock(pthread_mutex_t *m)
{
	locked--;
	return ((call *)dlsym(RTLD_NEXT, "pthread_mutex_unlock"))(m);
}

static void *body(void *unused)
{
	pthread_mutex_lock(&mutex);
	assert(locked == 1);
	shared++;
	pthread_mutex_unlock(&mutex);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, body, 0);
	body(0);
	pthread_join(t, 0);
	assert(shared == 2 && locked == 0);
	return 0;
}
