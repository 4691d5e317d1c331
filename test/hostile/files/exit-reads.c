// A handler of exit reads what threads have written and not flushed: nothing of it is there yet.
// hostile: long
// drista: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static FILE *out;
static void handler(void)
{
	FILE *f = fopen("data", "r");
	assert(fgetc(f) == 'x');
}
static void *writes(void *arg)
{
	fputc('x', out);
	return arg;
}
int main(void)
{
	pthread_t t;
	out = fopen("data", "w");
	atexit(handler);
	pthread_create(&t, 0, writes, 0);
	pthread_join(t, 0);
	exit(0);
}
