// An assumption of one thread always fails, and so does an assertion of another: it may fail first.
// drista: error assertion at WRONG
// hostile: once
// drista: options --model sc --equivalence state
#include <assert.h>
#include <drista.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *assumes(void *a)
{
	atomic_store(&x, 1);
	drista_assume(atomic_load(&x) == 0);
	return a;
}

static void *asserts(void *a)
{
	atomic_store(&y, 1);
	assert(atomic_load(&y) == 0); // WRONG
	return a;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, assumes, 0);
	pthread_create(&u, 0, asserts, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
}
