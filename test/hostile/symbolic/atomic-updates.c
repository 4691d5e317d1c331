// Each update of an atomic is an expression of what it reads. Which write a read has comes from the schedule: x and y
// are equal at first. The condition is true for all inputs, so that one input is enough.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says explored with 3 inputs
#include <drista.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static uint32_t x, y;
static atomic_uint a, b;

static void *thread(void *unused)
{
	atomic_store_explicit(&a, x, memory_order_relaxed);
	atomic_fetch_sub(&b, x);
	atomic_fetch_xor(&b, y);
	return unused;
}

int main(void)
{
	pthread_t t;
	drista_symbolic(&x, sizeof x, "x");
	drista_symbolic(&y, sizeof y, "y");
	atomic_init(&b, x + 7);
	pthread_create(&t, 0, thread, 0);
	uint32_t old = atomic_exchange_explicit(&a, y, memory_order_relaxed);
	uint32_t now = atomic_load_explicit(&a, memory_order_relaxed);
	pthread_join(t, 0);
	drista_assert(old == 0 || old == x);
	drista_assert(now == y || (now == x && old == 0));
	drista_assert((atomic_fetch_or(&b, x) ^ y) == 7);
	drista_assert(atomic_fetch_and(&b, 8) == ((y ^ 7) | x));
	drista_assert((atomic_load(&b) & ~8u) == 0);
	return 0;
}
