// Three threads read plain data that main has written after an atomic, and crash: an error of the first one, whichever
// of them is asked for.
// drista: error crash
#include <pthread.h>
#include <stdatomic.h>
static atomic_int seen;
static volatile int data;
static void *crashes(void *unused)
{
	if (data >= 0)
		*(volatile int *)0 = 1;
	return unused;
}
int main(void)
{
	pthread_t t[3];
	data = atomic_exchange(&seen, 1);
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], 0, crashes, 0);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	return 0;
}
