// One thread closes a stream of memory while another one puts to it.
// drista: error data-race at WRONG
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *file;

static void *puts_line(void *unused)
{
	fputc('x', file); // WRONG
	return unused;
}

int main(void)
{
	pthread_t thread;
	char *text;
	size_t size;
	file = open_memstream(&text, &size);
	pthread_create(&thread, NULL, puts_line, NULL);
	fclose(file);
	pthread_join(thread, NULL);
	free(text);
}
