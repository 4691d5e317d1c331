// A thread clears the error indicator of a stream that another one closes.
// hostile: long
// drista: error data-race
#include <pthread.h>
#include <stdio.h>
#include <wchar.h>

static FILE *file;

static void *prints(void *unused)
{
	clearerr(file);
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
