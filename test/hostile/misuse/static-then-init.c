// A statically initialised mutex is initialised by a call before anybody uses it: programs do that, and nothing is
// lost.
// drista: verified
// drista: once
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
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
