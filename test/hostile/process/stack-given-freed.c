// The stack is freed while the thread may still run on it.
// drista: error data-race
#include <pthread.h>
#include <stdlib.h>

#define SIZE (64 << 10)

static void *run(void *unused) { return unused; }

int main(void)
{
	pthread_t t;
	pthread_attr_t attr;
	char *stack = aligned_alloc(4096, SIZE);
	pthread_attr_init(&attr);
	pthread_attr_setstack(&attr, stack, SIZE);
	pthread_create(&t, &attr, run, NULL);
	free(stack);
	pthread_join(t, NULL);
}
