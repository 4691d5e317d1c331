// Two threads lock two streams in opposite orders.
// drista: error deadlock
#include <pthread.h>
#include <stdio.h>
static FILE *a, *b;
static void *other(void *arg)
{
	flockfile(b);
	flockfile(a);
	funlockfile(a);
	funlockfile(b);
	return arg;
}
int main(void)
{
	pthread_t t;
	a = fopen("a", "w");
	b = fopen("b", "w");
	pthread_create(&t, 0, other, 0);
	flockfile(a);
	flockfile(b);
	funlockfile(b);
	funlockfile(a);
	pthread_join(t, 0);
	return 0;
}
