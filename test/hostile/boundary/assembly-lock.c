// A lock of inline assembly orders the accesses: drista sees a race, and must say where the order may come from.
// drista: error data-race at WRONG
// drista: says the statement `xchgl
// drista: build --drista-compiler=gcc
#include <pthread.h>

static int word, shared;

static int exchange(int *p, int v)
{
	__asm__ volatile("xchgl %0, %1" : "+r"(v), "+m"(*p) : : "memory");
	return v;
}

static void lock(void)
{
	while (exchange(&word, 1))
		__asm__ volatile("pause");
}

static void unlock(void)
{
	__asm__ volatile("mfence" : : : "memory");
	*(volatile int *)&word = 0;
}

static void *increments(void *unused)
{
	lock();
	shared++; // WRONG
	unlock();
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, increments, 0);
	increments(0);
	pthread_join(t, 0);
	return 0;
}
