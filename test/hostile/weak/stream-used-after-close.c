// A thread puts to a stream that it closed itself.
// drista: error memory at WRONG
// hostile: once
// drista: says uses a stream that thread 1 opened at
#include <stdio.h>
#include <pthread.h>

static void *uses(void *unused)
{
	FILE *file = fopen("used.txt", "w");
	fputs("a", file);
	fclose(file);
	fputs("b", file); // WRONG
	return unused;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, uses, NULL);
	pthread_join(thread, NULL);
}
