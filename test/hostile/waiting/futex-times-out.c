// A thread sleeps with a time limit, again and again, for what another one may never store.
// drista: error livelock
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_int word, started;

static void *waits(void *unused)
{
	struct timespec limit = {0, 1000};
	while (atomic_load(&word) == 0)
		syscall(SYS_futex, &word, FUTEX_WAIT, 0, &limit, NULL, 0);
	return unused;
}

static void *stores(void *unused)
{
	if (atomic_load(&started) == 0)
		atomic_store(&word, 1);
	return unused;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, NULL, waits, NULL);
	pthread_create(&u, NULL, stores, NULL);
	atomic_store(&started, 1);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
}
