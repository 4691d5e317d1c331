// Threads put lines into buffers in the order of a mutex, but the file gets them in the order in which the streams are
// closed.
// drista: error assertion at WRONG
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
	assert(place[first] == 0); // WRONG
	return 0;
}
