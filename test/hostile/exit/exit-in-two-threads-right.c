// Two threads end the program. The handlers run once, in either of them.
// drista: verified
// drista: says exit code 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int calls;
static void handler(void) { assert(calls++ == 0); }
static void *ender(void *unused)
{
	exit(3);
	return unused;
}
int main(void)
{
	pthread_t t;
	atexit(handler);
	pthread_create(&t, NULL, ender, NULL);
	return 0;
}
