// A thread prints wide characters to a stream that another one closes.
// hostile: long
// drista: error data-race
#include <pthread.h>
#include <stdio.h>
#include <wchar.h>

static FILE *file;

static void *prints(void *unused)
{
	fwprintf(file, L"%d\n", 1);
	return unused;
}

int main(void)
{
	pthread_t thread;
	file = fopen("wide.txt", "w");
	pthread_create(&thread, NULL, prints, NULL);
	fclose(file);
	pthread_join(thread, NULL);
}
