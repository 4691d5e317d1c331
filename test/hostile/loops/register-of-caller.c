// A loop with setjmp, which is left alone, calls a function that waits: its counter is in a register of the caller.
// drista: error assertion
// drista: build -O1
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

static atomic_int x;
static jmp_buf place;

static void *steps(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	return unused;
}

__attribute__((noinline)) static int look(void)
{
	int seen = 0;
	for (int i = 0; i < 2; i++)
		seen += atomic_load_explicit(&x, memory_order_relaxed);
	return seen;
}

static int loop(void)
{
	int n = 0;
	if (setjmp(place) != 0)
		return -1;
	for (int i = 0; i < 3; i++)
		n += look() == 0;
	return n;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, steps, NULL);
	assert(loop() != 2);
	pthread_join(t, NULL);
	return 0;
}
