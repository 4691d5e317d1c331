// _exit calls no handlers, so nothing goes wrong.
// hostile: long
// drista: verified
// drista: never says exit code
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static void handler(void) { assert(0); }
static void *ender(void *unused)
{
	_exit(0);
	return unused;
}
int main(void)
{
	pthread_t t;
	atexit(handler);
	at_quick_exit(handler);
	pthread_create(&t, NULL, ender, NULL);
	pthread_join(t, NULL);
	abort(); // a thread that has ended the program is never joined
}
