// Two threads on small stacks in static memory, with locks and printing.
// hostile: long
// drista: verified
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#define SIZE (32 << 10)
static _Alignas(4096) char stack[2][SIZE];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *run(void *own)
{
	char text[64];
	assert(text >= (char *)own && text < (char *)own + SIZE);
	snprintf(text, sizeof text, "%s %d %f", "a", 1, 2.5);
	pthread_mutex_lock(&mutex);
	count++;
	pthread_mutex_unlock(&mutex);
	return own;
}

int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++) {
		pthread_attr_t attr;
		pthread_attr_init(&attr);
		assert(!pthread_attr_setstack(&attr, stack[i], SIZE));
		assert(!pthread_create(&t[i], &attr, run, stack[i]));
	}
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(count == 2);
}
