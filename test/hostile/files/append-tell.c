// ftell on a stream that appends: after a write it tells where the file ends, which another thread's write changes.
// hostile: long
// drista: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static void *appends(void *arg)
{
	FILE *f = fopen("data", "a");
	fputs("abc", f);
	fclose(f);
	return arg;
}
int main(void)
{
	pthread_t t;
	fclose(fopen("data", "w"));
	pthread_create(&t, 0, appends, 0);
	FILE *f = fopen("data", "a");
	fputs("x", f);
	fflush(f);
	assert(ftell(f) == 1);
	fclose(f);
	pthread_join(t, 0);
	return 0;
}
