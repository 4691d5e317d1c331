// One thread closes a stream while another one puts to it: the stream may be gone by then (C11 7.21.3p4).
// drista: error data-race at WRONG
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *puts_line(void *unused)
{
	fputs("line\n", file); // WRONG
	return unused;
}

int main(void)
{
	pthread_t thread;
	file = fopen("closed.txt", "w");
	pthread_create(&thread, NULL, puts_line, NULL);
	fclose(file);
	pthread_join(thread, NULL);
}
