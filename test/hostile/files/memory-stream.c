// Two threads put two letters each into a stream of memory: they may come in turn.
// drista: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *stream;
static char bytes[16];

static void *put(void *letter)
{
	fputs(letter, stream);
	fputs(letter, stream);
	return 0;
}

int main(void)
{
	pthread_t a, b;
	stream = fmemopen(bytes, sizeof bytes, "w");
	pthread_create(&a, 0, put, "a");
	pthread_create(&b, 0, put, "b");
	pthread_join(a, 0);
	pthread_join(b, 0);
	fclose(stream);
	assert(strcmp(bytes, "abab"));
	return 0;
}
