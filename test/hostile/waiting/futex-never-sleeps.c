// A thread waits for a value that the word never has: there is no other execution.
// drista: error livelock
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;

static void *waits(void *unused)
{
	while (atomic_load(&word) == 0)
		syscall(SYS_futex, &word, FUTEX_WAIT, 1, NULL, NULL, 0);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, waits, NULL);
	pthread_join(t, NULL);
}
