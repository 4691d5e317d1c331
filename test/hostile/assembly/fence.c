// mfence is a seq_cst fence: with one in each thread store buffering reads 1 at least once.
// drista: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a, b;

static void *left(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	__asm__ volatile("mfence" : : : "memory");
	a = atomic_load_explicit(&y, memory_order_relaxed);
	return unused;
}

static void *right(void *unused)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	__asm__ volatile("lock; addl $0,0(%%rsp)" : : : "memory", "cc");
	b = atomic_load_explicit(&x, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, left, 0);
	pthread_create(&u, 0, right, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	assert(a == 1 || b == 1);
	return 0;
}
