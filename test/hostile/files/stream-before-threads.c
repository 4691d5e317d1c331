// A stream that main opened is written by both threads under a mutex, and never closed: main flushes it.
// drista: verified
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static FILE *file;
static void *work(void *text)
{
	pthread_mutex_lock(&m);
	fprintf(file, "%s", (char *)text);
	fputc('\n', file);
	pthread_mutex_unlock(&m);
	return 0;
}
int main(void)
{
	pthread_t a;
	char all[16] = "";
	file = fopen("log", "w+");
	pthread_create(&a, 0, work, "a");
	work("b");
	pthread_join(a, 0);
	fflush(file);
	rewind(file);
	fread(all, 1, sizeof all - 1, file);
	assert(!strcmp(all, "a\nb\n") || !strcmp(all, "b\na\n"));
	return 0;
}
