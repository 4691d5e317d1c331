// A race in a program of compiled atomics, of all kinds and sizes, and of nothing else: no assembly and no library is
// named.
// drista: error data-race at WRONG
// drista: build -O2 -lm -latomic
// drista: never says inline
// drista: never says not seen
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;
static _Atomic __int128 wide;
static _Atomic struct three { int all[3]; } odd;
static int shared;

static void *body(void *unused)
{
	struct three t = {{1, 2, 3}};
	atomic_fetch_add(&n, 1);
	__sync_fetch_and_add((int *)&n, 1);
	atomic_thread_fence(memory_order_seq_cst);
	__sync_synchronize();
	atomic_exchange(&n, (int)sqrt((double)n));
	if (unused) {
		wide++;
		odd = t;
	}
	shared++; // WRONG
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, body, 0);
	body(0);
	pthread_join(t, 0);
	return 0;
}
