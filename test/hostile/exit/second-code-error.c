// A handler of atexit ends the program with another code, which is an error where that was asked for.
// drista: error exit-code at WRONG
// drista: options --check exit-code
#include <pthread.h>
#include <stdlib.h>
static void *nothing(void *unused) { return unused; }
static void handler(void)
{
	exit(5); // WRONG
}
int main(void)
{
	pthread_t t;
	atexit(handler);
	pthread_create(&t, NULL, nothing, NULL);
	pthread_join(t, NULL);
	return 0;
}
