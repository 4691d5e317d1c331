// vfscanf writes a string that another thread reads; what lies behind the string does not race.
// drista: error data-race at WRONG
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static FILE *file;
static char text[16];

static void *reads(void *unused)
{
	if (text[9])
		return NULL;
	return text[3] ? unused : NULL; // WRONG
}

static int scan(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	int n = vfscanf(file, format, list);
	va_end(list);
	return n;
}

int main(void)
{
	pthread_t thread;
	file = fopen("text.txt", "w+");
	fputs("  abc def", file);
	rewind(file);
	pthread_create(&thread, NULL, reads, NULL);
	scan("%*s%s", text);
	pthread_join(thread, NULL);
	fclose(file);
}
