// Threads on the smallest stacks do what small stacks allow: locks, printing, a few frames.
// drista: verified
#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int depth(int n)
{
	volatile char frame[64] = {0};
	return n ? 1 + depth(n - 1) + frame[0] : 0;
}

static void *run(void *unused)
{
	char text[64];
	size_t size;
	void *low;
	pthread_attr_t attr;
	assert(!pthread_getattr_np(pthread_self(), &attr));
	assert(!pthread_attr_getstack(&attr, &low, &size) && size == PTHREAD_STACK_MIN);
	assert((char *)&attr >= (char *)low && (char *)&attr < (char *)low + size);
	assert(depth(20) == 20);
	snprintf(text, sizeof text, "%s %d %f", "a", 1, 2.5);
	pthread_mutex_lock(&mutex);
	count++;
	pthread_mutex_unlock(&mutex);
	return unused;
}

int main(void)
{
	pthread_attr_t attr;
	pthread_t t[2];
	pthread_attr_init(&attr);
	assert(!pthread_attr_setstacksize(&attr, PTHREAD_STACK_MIN));
	for (int i = 0; i < 2; i++)
		assert(!pthread_create(&t[i], &attr, run, NULL));
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(count == 2);
}
