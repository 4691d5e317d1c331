// Statically initialised objects are initialised by a call before anybody uses them: programs do that, and nothing is
// lost. The first two calls for an object are noted, each at its line.
// drista: verified
// drista: says the mutex m has a static initialiser and is initialised again at
// drista: says static-then-init.c:20
// drista: says the condition variable c has a static initialiser and is initialised again at
// drista: says the read-write lock l has a static initialiser and is initialised again at
// drista: never says zero
// hostile: once
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t zero;

int main(void)
{
	pthread_mutex_init(&zero, NULL);
	pthread_mutex_init(&m, NULL);
	pthread_cond_init(&c, NULL);
	pthread_rwlock_init(&l, NULL);
	m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	c = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
	l = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
	pthread_mutex_init(&m, NULL);
	pthread_cond_init(&c, NULL);
	pthread_rwlock_init(&l, NULL);
	return 0;
}
