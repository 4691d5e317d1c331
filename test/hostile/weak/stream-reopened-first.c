// One thread reopens a stream while another one puts to it: the text may be in either file, also in the first.
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *puts_line(void *unused)
{
	fprintf(file, "%d", 1);
	return unused;
}

int main(void)
{
	pthread_t thread;
	file = fopen("first-1", "w");
	pthread_create(&thread, NULL, puts_line, NULL);
	freopen("first-2", "w", file);
	pthread_join(thread, NULL);
	fclose(file);
	file = fopen("first-2", "r");
	int first = fgetc(file);
	fclose(file);
	assert(first == '1'); // WRONG
}
