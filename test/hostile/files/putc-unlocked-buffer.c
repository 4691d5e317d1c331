// Threads put characters into one stream with putc_unlocked, compiled into the program, under flockfile: whichever
// comes first makes libc prepare the buffer.
// drista: verified
// drista: build -O1
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#define NAME "/tmp/drista-hostile-putc-unlocked-buffer"

static FILE *stream;
static char buffer[4096];

static void *put(void *name)
{
	flockfile(stream);
	putc_unlocked(*(char *)name, stream);
	putc_unlocked(*(char *)name, stream);
	funlockfile(stream);
	return NULL;
}

int main(void)
{
	stream = fopen(NAME, "w");
	setvbuf(stream, buffer, _IOFBF, sizeof buffer);
	pthread_t a, b;
	pthread_create(&a, NULL, put, "a");
	pthread_create(&b, NULL, put, "b");
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	fclose(stream);
	char text[8] = "";
	stream = fopen(NAME, "r");
	fgets(text, sizeof text, stream);
	fclose(stream);
	remove(NAME);
	assert(!strcmp(text, "aabb") || !strcmp(text, "bbaa"));
}
