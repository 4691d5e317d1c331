// Assembly that is no atomic: the race is not seen, and the verdict says so.
// drista: verified
// drista: says no errors found
// drista: says not seen: the statement `incl (%0)` in body (increment.c:
// drista: never says verified
#include <pthread.h>

static int shared, ready;

static void *body(void *unused)
{
	ready = 1;
	__asm__ volatile("incl (%0)" : : "r"(&shared) : "memory");
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, body, 0);
	shared = 2;
	pthread_join(t, 0);
	return ready - 1;
}
