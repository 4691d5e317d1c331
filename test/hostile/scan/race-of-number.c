// fscanf writes a number that another thread reads.
// drista: error data-race at WRONG
#include <pthread.h>
#include <stdio.h>

static FILE *file;
static int number;

static void *reads(void *unused)
{
	return number ? unused : NULL; // WRONG
}

int main(void)
{
	pthread_t thread;
	file = fopen("number.txt", "w+");
	fputs("12 13", file);
	rewind(file);
	pthread_create(&thread, NULL, reads, NULL);
	fscanf(file, "%d", &number);
	pthread_join(thread, NULL);
	fclose(file);
}
