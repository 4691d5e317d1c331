// A thread waits in a loop for a flag that main sets: whether loops wait for ever is left open.
// drista: inconclusive
// drista: options --strategy vc-dpor --model sc
// hostile: once
// drista: says loops that wait
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *waiter(void *unused)
{
	while (!flag)
		;
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, waiter, NULL);
	flag = 1;
	pthread_join(t, NULL);
}
