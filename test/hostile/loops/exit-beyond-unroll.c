// The process ends while --tune unroll has stopped a thread: nothing of it is leaked or missing, and no verdict.
// drista: inconclusive
// drista: options --tune unroll=2
// drista: never says leak
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void *counts(void *unused)
{
	int *volatile own = malloc(sizeof *own);
	*own = 1;
	for (;;)
		atomic_fetch_add(&x, *own);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, counts, NULL);
	return atomic_load(&x) > 100;
}
