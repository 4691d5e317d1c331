// A small buffer is full before the line is: a reader finds part of it.
// hostile: long
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static void *work(void *arg)
{
	static char buffer[8];
	FILE *file = fopen("log", "a");
	setvbuf(file, buffer, _IOFBF, sizeof buffer);
	fprintf(file, "one ");
	fprintf(file, "line ");
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
	assert(strlen(all) == 0 || strlen(all) == 13); // WRONG
	return 0;
}
