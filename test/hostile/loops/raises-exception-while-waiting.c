// An iteration of a waiting loop raises an exception of floating point, which the thread sees after the loop.
// drista: error assertion at WRONG
// drista: build -lm
// hostile: once
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *waits(void *a)
{
	while (!flag)
		feraiseexcept(FE_OVERFLOW);
	assert(!fetestexcept(FE_OVERFLOW)); // WRONG
	return a;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, waits, 0);
	flag = 1;
	pthread_join(t, 0);
}
