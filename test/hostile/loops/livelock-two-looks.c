// A loop looks twice at what another thread changes once, and waits for two different values: it waits for ever.
// drista: error livelock
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *step(void *unused)
{
	atomic_store(&x, 1);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, step, NULL);
	while (atomic_load(&x) < 1 || atomic_load(&x) < 2) {
	}
	pthread_join(t, NULL);
	return 0;
}
