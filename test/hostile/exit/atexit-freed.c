// A handler of atexit writes to memory that it has freed.
// drista: error memory at WRONG
#include <pthread.h>
#include <stdlib.h>
static char *p;
static void handler(void)
{
	free(p);
	p[0] = 1; // WRONG
}
static void *nothing(void *unused) { return unused; }
int main(void)
{
	pthread_t t;
	p = malloc(4);
	atexit(handler);
	pthread_create(&t, NULL, nothing, NULL);
	pthread_join(t, NULL);
	return 0;
}
