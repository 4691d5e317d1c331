// An assertion fails where a lock is held by the other thread. Where it is not, an assumption fails: the only
// executions in which the other thread comes to the lock then end within one move of the state search.
// drista: error assertion at WRONG
// hostile: once
// drista: options --model sc --equivalence state
#include <assert.h>
#include <drista.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;

static void *tries(void *a)
{
	int failed = pthread_mutex_trylock(&first);
	assert(!failed); // WRONG
	while (1) {
		atomic_fetch_add(&x, 1);
		drista_assume(atomic_load(&y) == 0);
		drista_assume(atomic_load(&x) == 0);
	}
	return a;
}

static void *locks(void *a)
{
	pthread_mutex_lock(&second);
	atomic_fetch_add(&x, 0);
	pthread_mutex_unlock(&second);
	pthread_mutex_lock(&first);
	(void)atomic_load(&y);
	pthread_mutex_unlock(&first);
	return a;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, tries, 0);
	pthread_create(&u, 0, locks, 0);
}
