// Two threads reopen one stream on one file under a mutex, and each of them writes its name: both orders are right.
// drista: verified
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#define NAME "/tmp/drista-hostile-freopen-same-file"

static FILE *stream;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *reopen(void *name)
{
	pthread_mutex_lock(&mutex);
	stream = freopen(NAME, "w", stream);
	assert(stream);
	fputs(name, stream);
	pthread_mutex_unlock(&mutex);
	return NULL;
}

int main(void)
{
	stream = fopen(NAME, "w");
	fputs("lost", stream);
	pthread_t a, b;
	pthread_create(&a, NULL, reopen, "a");
	pthread_create(&b, NULL, reopen, "b");
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	fclose(stream);
	char text[8] = "";
	stream = fopen(NAME, "r");
	fgets(text, sizeof text, stream);
	fclose(stream);
	remove(NAME);
	assert(!strcmp(text, "a") || !strcmp(text, "b"));
}
