// Two threads reopen a stream as different files, each under a mutex, and put to it: each file has its own text.
// drista: verified
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *file;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *reopens(void *name)
{
	pthread_mutex_lock(&mutex);
	file = freopen(name, "w", file);
	fputs(name, file);
	pthread_mutex_unlock(&mutex);
	return NULL;
}

static void expect(const char *name)
{
	char text[99] = "";
	file = fopen(name, "r");
	fgets(text, sizeof text, file);
	fclose(file);
	assert(!strcmp(text, name));
}

int main(void)
{
	pthread_t one, two;
	file = fopen("reopened-0", "w");
	fputs("x", file);
	pthread_create(&one, NULL, reopens, "reopened-1");
	pthread_create(&two, NULL, reopens, "reopened-2");
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	fclose(file);
	expect("reopened-1");
	expect("reopened-2");
}
