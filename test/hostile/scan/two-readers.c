// Two threads scan one stream: each gets one of the two numbers, under the stream's lock.
// drista: verified
// drista: says 2 executions
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#ifndef CLAIM
#define CLAIM (a + b == 3 && a != b)
#endif

static FILE *file;

static void *scans(void *into)
{
	assert(fscanf(file, "%d", (int *)into) == 1);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int a = 0, b = 0;
	file = fopen("two.txt", "w+");
	fputs("1 2", file);
	rewind(file);
	pthread_create(&thread, NULL, scans, &a);
	scans(&b);
	pthread_join(thread, NULL);
	assert(CLAIM);
	fclose(file);
}
