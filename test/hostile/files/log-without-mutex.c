// Threads append lines to a log in two calls each, without a mutex: they may mix.
// hostile: long
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static FILE *file;
static void *work(void *arg)
{
	fprintf(file, "thread %s ", (char *)arg);
	fputs("is here\n", file);
	fflush(file);
	return 0;
}
int main(void)
{
	pthread_t a, b;
	char line[32];
	file = fopen("log", "w+");
	pthread_create(&a, 0, work, "a");
	pthread_create(&b, 0, work, "b");
	pthread_join(a, 0);
	pthread_join(b, 0);
	rewind(file);
	int n = 0;
	while (fgets(line, sizeof line, file)) {
		assert(strlen(line) == 17); // WRONG
		n++;
	}
	assert(n == 2);
	fclose(file);
	return 0;
}
