// fwscanf writes wide text that another thread reads.
// drista: error data-race at WRONG
#include <pthread.h>
#include <stdio.h>
#include <wchar.h>

static FILE *file;
static wchar_t number[8];

static void *reads(void *unused)
{
	return number[1] ? unused : NULL; // WRONG
}

int main(void)
{
	pthread_t thread;
	file = fopen("number.txt", "w+");
	fputws(L"12 13", file);
	rewind(file);
	pthread_create(&thread, NULL, reads, NULL);
	fwscanf(file, L"%7l[0-9]", number);
	pthread_join(thread, NULL);
	fclose(file);
}
