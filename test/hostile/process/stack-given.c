// A thread runs on the stack that it was given, and says so; when it has ended the memory is used again, for another
// thread, and freed.
// drista: verified
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define SIZE (1 << 20)
static char *stack;

static void *run(void *expected)
{
	char local[100];
	void *low;
	size_t size;
	pthread_attr_t attr;
	memset(local, 1, sizeof local);
	assert(local >= stack && local < stack + SIZE);
	assert(!pthread_getattr_np(pthread_self(), &attr));
	assert(!pthread_attr_getstack(&attr, &low, &size) && low == stack && size == SIZE);
	return expected;
}

int main(void)
{
	pthread_attr_t attr;
	pthread_t t;
	void *result;
	pthread_attr_init(&attr);
	assert((stack = aligned_alloc(4096, SIZE)));
	assert(!pthread_attr_setstack(&attr, stack, SIZE));
	for (int i = 0; i < 2; i++) {
		assert(!pthread_create(&t, &attr, run, &t));
		assert(!pthread_join(t, &result) && result == &t);
	}
	free(stack);
}
