// Main returns while a thread waits in a loop for what nobody stores: no error, but told.
// drista: verified
// drista: says thread 1 waits for ever when the program ends: in a loop that looks at ready
// drista: says waits-in-a-loop.c:10
#include <pthread.h>
#include <stdatomic.h>
static atomic_int ready;
static void *waiter(void *unused)
{
	while (!atomic_load(&ready)) { }
	return unused;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, waiter, NULL);
	return 0;
}
