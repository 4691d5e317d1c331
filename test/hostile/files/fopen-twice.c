// Two threads open one file with fopen, read a number, and write a larger one: an update may be lost.
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static void set(int v)
{
	FILE *f = fopen("number", "w");
	fprintf(f, "%d\n", v);
	fclose(f);
}
static int get(void)
{
	int v = 0;
	FILE *f = fopen("number", "r");
	if (fscanf(f, "%d", &v) != 1)
		v = -100;
	fclose(f);
	return v;
}
static void *count(void *arg)
{
	set(get() + 1);
	return arg;
}
int main(void)
{
	pthread_t a, b;
	set(0);
	pthread_create(&a, 0, count, 0);
	pthread_create(&b, 0, count, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(get() == 2); // WRONG
	return 0;
}
