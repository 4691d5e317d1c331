// An iteration of a waiting loop blocks a signal, which the thread sees after the loop.
// drista: error assertion at WRONG
// hostile: once
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int flag;

static void *waits(void *a)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	while (!flag)
		pthread_sigmask(SIG_BLOCK, &set, 0);
	pthread_sigmask(SIG_BLOCK, 0, &set);
	assert(!sigismember(&set, SIGUSR1)); // WRONG
	return a;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, waits, 0);
	flag = 1;
	pthread_join(t, 0);
}
