// A loop that waits looks under a mutex, and in iterations that fail it reads data outside of it. Another thread writes
// the data once it sees that the loop has ended, which does not synchronise: a race of such an iteration alone.
// drista: error data-race at WRONG
// drista: build -O1
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done, data;
static atomic_int flag;

static void *waits(void *unused)
{
	for (;;) {
		pthread_mutex_lock(&m);
		int ends = done;
		pthread_mutex_unlock(&m);
		if (ends)
			break;
		(void)*(volatile int *)&data;
	}
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return unused;
}

static void *writes(void *unused)
{
	if (atomic_load_explicit(&flag, memory_order_relaxed))
		*(volatile int *)&data = 5; // WRONG
	return unused;
}

int main(void)
{
	pthread_t t[2];
	pthread_create(&t[0], NULL, waits, NULL);
	pthread_create(&t[1], NULL, writes, NULL);
	pthread_mutex_lock(&m);
	done = 1;
	pthread_mutex_unlock(&m);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
