// A thread registers functions of exit as long as it finds a flag unset, so one is called only in some executions.
// drista: error assertion at WRONG
// hostile: once
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;

static void fails(void)
{
	assert(0); // WRONG
}

static void *waits(void *a)
{
	while (!flag)
		atexit(fails);
	return a;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, waits, 0);
	flag = 1;
	pthread_join(t, 0);
}
