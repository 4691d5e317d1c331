// Each thread has its own signal mask, which it inherits, and its own exceptions of floating point.
// drista: verified
// drista: build -lm
// hostile: once
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int flag;

static int blocks(int number)
{
	sigset_t now;
	pthread_sigmask(SIG_BLOCK, 0, &now);
	return sigismember(&now, number);
}

static void *changes(void *a)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, 0);
	feraiseexcept(FE_OVERFLOW | FE_DIVBYZERO);
	flag = 1;
	while (flag != 2)
		;
	assert(blocks(SIGUSR1) && blocks(SIGUSR2));
	assert(fetestexcept(FE_ALL_EXCEPT) & FE_OVERFLOW);
	return a;
}

static void *asks(void *a)
{
	while (flag != 1)
		;
	assert(!blocks(SIGUSR1) && blocks(SIGUSR2));
	assert(!fetestexcept(FE_OVERFLOW | FE_DIVBYZERO));
	flag = 2;
	return a;
}

int main(void)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	sigprocmask(SIG_BLOCK, &set, 0);
	pthread_t t, u;
	pthread_create(&t, 0, changes, 0);
	pthread_create(&u, 0, asks, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
}
