// A thread does not close its stream: the file is empty unless main flushes all streams.
// drista: verified
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static void *work(void *arg)
{
	fputs("a", fopen("log", "a"));
	return arg;
}
int main(void)
{
	pthread_t a, b;
	char all[8];
	fclose(fopen("log", "w"));
	pthread_create(&a, 0, work, 0);
	pthread_create(&b, 0, work, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	FILE *file = fopen("log", "r");
	assert(fread(all, 1, sizeof all, file) == 0);
	fflush(NULL);
	clearerr(file);
	assert(fread(all, 1, sizeof all, file) == 2);
	fclose(file);
	return 0;
}
