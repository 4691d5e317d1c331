// A block from before main that no static variable points to.
// drista: error data-race
// drista: says data race on malloc@before main+4:
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t hidden;

static __attribute__((constructor)) void before(void)
{
	hidden = ~(uintptr_t)malloc(8);
}

static int *block(void)
{
	return (int *)~hidden;
}

static void *body(void *arg)
{
	block()[1] = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, body, NULL);
	block()[1] = 2;
	pthread_join(t, NULL);
	return 0;
}
