// Threads append lines to a log, under a mutex: each order of the lines once.
// drista: verified
// drista: says (2 executions,
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static FILE *file;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg)
{
	pthread_mutex_lock(&m);
	fprintf(file, "thread %s ", (char *)arg);
	fputs("is here\n", file);
	fflush(file);
	pthread_mutex_unlock(&m);
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
		assert(strlen(line) == 17);
		n++;
	}
	assert(n == 2);
	fclose(file);
	return 0;
}
