// Two threads leave streams open, and main exits: before that the file is empty, whatever the order.
// hostile: long
// drista: verified
// drista: says (1 execution,
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static void *work(void *arg)
{
	fputs("a", fopen("log", "a"));
	return arg;
}
int main(void)
{
	pthread_t a, b;
	fclose(fopen("log", "w"));
	pthread_create(&a, 0, work, 0);
	pthread_create(&b, 0, work, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	FILE *file = fopen("log", "r");
	assert(fgetc(file) == EOF);
	exit(0);
}
