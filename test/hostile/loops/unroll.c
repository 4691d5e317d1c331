// A loop that ends by itself after four iterations is cut after two: nothing is claimed.
// drista: inconclusive
// drista: options --unroll 2
// drista: says more often than --unroll allows
// drista: says went round the loop at
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *add(void *unused)
{
	for (int i = 0; i < 4; i++)
		atomic_fetch_add(&x, 1);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, add, NULL);
	pthread_join(t, NULL);
	return 0;
}
