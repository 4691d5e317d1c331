// Two threads register handlers in either order, between two handlers of main. Main, which was the first and the last
// to register, calls exit. The assertion fails where the handler of the second thread runs last.
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int first_ran;

static void nothing(void)
{
}

static void first(void)
{
	first_ran = 1;
}

static void second(void)
{
	assert(!first_ran); // WRONG
}

static void *registers(void *handler)
{
	atexit((void (*)(void))handler);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	atexit(nothing);
	pthread_create(&threads[0], NULL, registers, (void *)first);
	pthread_create(&threads[1], NULL, registers, (void *)second);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	atexit(nothing);
	return 0;
}
