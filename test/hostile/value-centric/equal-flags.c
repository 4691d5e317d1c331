// Two threads raise the flag to the same value, and only one has written the data: to merge both by value would hide
// the race.
// drista: error data-race
// drista: options --strategy vc-dpor --model sc
// hostile: once
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data;

static void *writer(void *unused)
{
	data = 1;
	atomic_store_explicit(&flag, 1, memory_order_release);
	return unused;
}

static void *impostor(void *unused)
{
	atomic_store_explicit(&flag, 1, memory_order_release);
	return unused;
}

static void *reader(void *unused)
{
	if (atomic_load_explicit(&flag, memory_order_acquire))
		return data ? unused : NULL;
	return unused;
}

int main(void)
{
	pthread_t t[3];
	pthread_create(&t[0], NULL, writer, NULL);
	pthread_create(&t[1], NULL, impostor, NULL);
	pthread_create(&t[2], NULL, reader, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
}
