// The word has a bit that the expected value has not, so a waiting thread is turned away again and again.
// drista: error livelock
#define _GNU_SOURCE
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word = 4, started;

static void *waits(void *unused)
{
	while (!(atomic_load(&word) & 1))
		syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
	return unused;
}

static void *wakes(void *unused)
{
	atomic_fetch_or(&word, 2);
	syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
	if (atomic_load(&started) == 0) {
		atomic_fetch_or(&word, 1);
		syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
	}
	return unused;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, NULL, waits, NULL);
	pthread_create(&u, NULL, wakes, NULL);
	atomic_store(&started, 1);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
}
