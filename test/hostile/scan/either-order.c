// Which of two threads gets the first number is open.
// drista: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

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
	assert(a > b);
	fclose(file);
}
