// A stream's lock that another thread holds is not to be had: both outcomes are explored.
// drista: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static FILE *f;
static void *holds(void *arg)
{
	flockfile(f);
	fputs("x", f);
	funlockfile(f);
	return arg;
}
int main(void)
{
	pthread_t t;
	f = fopen("data", "w");
	pthread_create(&t, 0, holds, 0);
	int failed = ftrylockfile(f);
	if (!failed)
		funlockfile(f);
	pthread_join(t, 0);
	assert(!failed);
	fclose(f);
	return 0;
}
