// Two threads add inputs to an atomic in loops of weak compare-exchanges. What matters is which sums are equal.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says unsigned char l[] = { 0x07, 0x28, 0x6b, 0xee };
#include <drista.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_uint sum;
static uint32_t k, l;

static uint32_t add(uint32_t n)
{
	unsigned old = atomic_load_explicit(&sum, memory_order_relaxed);
	while (!atomic_compare_exchange_weak(&sum, &old, old + n))
		;
	return old + n;
}

static void *first(void *unused)
{
	add(k);
	return unused;
}

static void *second(void *unused)
{
	drista_assert(add(l) != 4000000007u); // WRONG
	return unused;
}

int main(void)
{
	pthread_t t, u;
	drista_symbolic(&k, sizeof k, "k");
	drista_symbolic(&l, sizeof l, "l");
	pthread_create(&t, 0, first, 0);
	pthread_create(&u, 0, second, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
