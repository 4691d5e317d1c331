// As stream-flush-order.c, but each thread flushes before it unlocks: the order of the file is that of the mutex.
// drista: verified
// drista: says (2 executions,
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n, place[2];
static void *append(void *arg)
{
	int i = *(int *)arg;
	FILE *file = fopen("log", "a");
	pthread_mutex_lock(&m);
	fprintf(file, "%d", i);
	place[i] = n++;
	fflush(file);
	pthread_mutex_unlock(&m);
	fclose(file);
	return 0;
}
int main(void)
{
	pthread_t a, b;
	int zero = 0, one = 1;
	fclose(fopen("log", "w"));
	pthread_create(&a, 0, append, &zero);
	pthread_create(&b, 0, append, &one);
	pthread_join(a, 0);
	pthread_join(b, 0);
	FILE *file = fopen("log", "r");
	int first = fgetc(file) - '0';
	fclose(file);
	assert(place[first] == 0);
	return 0;
}
