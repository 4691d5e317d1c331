// The second compare-exchange can read the initial value only where it fails: if it succeeded, it would have to come
// after the first one. So with k = 0 no execution shows that it might read it.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says unsigned char k[] = { 0x01, 0x00, 0x00, 0x00 };
#include <drista.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_uint a, b;
static uint32_t k;

static void *first(void *unused)
{
	unsigned expected = 0;
	atomic_compare_exchange_strong_explicit(&a, &expected, 5, memory_order_relaxed, memory_order_relaxed);
	atomic_store_explicit(&b, 1, memory_order_relaxed);
	return unused;
}

static void *second(void *unused)
{
	if (atomic_load_explicit(&b, memory_order_relaxed) != 1)
		return unused;
	unsigned old = k;
	atomic_compare_exchange_strong_explicit(&a, &old, 9, memory_order_relaxed, memory_order_relaxed);
	drista_assert(!(old == 0 && k == 1)); // WRONG
	return unused;
}

int main(void)
{
	pthread_t t, u;
	drista_symbolic(&k, sizeof k, "k");
	drista_assume(k < 3);
	pthread_create(&t, 0, first, 0);
	pthread_create(&u, 0, second, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
