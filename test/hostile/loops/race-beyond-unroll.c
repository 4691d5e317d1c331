// Two threads race once a third one has made as many iterations as --tune unroll allows.
// drista: error data-race
// drista: options --tune unroll=1
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, rounds;
static int data;

static void *counts(void *unused)
{
	do
		atomic_store_explicit(&x, 1, memory_order_release);
	while (atomic_fetch_add_explicit(&rounds, 1, memory_order_relaxed) >= 0);
	return unused;
}

static void *writes(void *unused)
{
	if (atomic_load_explicit(&rounds, memory_order_relaxed) == 2)
		data++;
	return unused;
}

int main(void)
{
	pthread_t t[3];
	pthread_create(&t[0], NULL, counts, NULL);
	pthread_create(&t[1], NULL, writes, NULL);
	pthread_create(&t[2], NULL, writes, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
