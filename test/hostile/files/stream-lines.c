// A stream that is buffered by lines writes at the end of each: of a line whose beginning a reader finds, the end is
// there.
// hostile: long
// drista: verified
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static void *work(void *arg)
{
	FILE *file = fopen("log", "a");
	setvbuf(file, 0, _IOLBF, BUFSIZ);
	fprintf(file, "one ");
	fprintf(file, "line");
	fputc('\n', file);
	fprintf(file, "more");
	fclose(file);
	return arg;
}
int main(void)
{
	pthread_t t;
	char all[32] = "";
	fclose(fopen("log", "w"));
	pthread_create(&t, 0, work, 0);
	FILE *file = fopen("log", "r");
	fread(all, 1, sizeof all - 1, file);
	fclose(file);
	pthread_join(t, 0);
	assert(!*all || !strcmp(all, "one line\n") || !strcmp(all, "one line\nmore"));
	return 0;
}
