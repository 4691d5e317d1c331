// A detached thread registers a function while main ends: it is called where it was registered before that.
// drista: verified
// hostile: once
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int called;

static void calls(void)
{
	called++;
}

static void *registers(void *a)
{
	atexit(calls);
	atexit(calls);
	return a;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, registers, 0);
	pthread_detach(t);
	atexit(calls);
}
