// A thread ungets a wide character into a stream that another one closes.
// drista: error data-race
// hostile: long
#include <pthread.h>
#include <stdio.h>
#include <wchar.h>

static FILE *file;

static void *prints(void *unused)
{
	ungetwc(L'x', file);
	return unused;
}

int main(void)
{
	pthread_t thread;
	file = fopen("wide.txt", "w+");
	pthread_create(&thread, NULL, prints, NULL);
	fclose(file);
	pthread_join(thread, NULL);
}
