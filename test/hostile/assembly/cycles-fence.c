// The barriers of a statement that reads the counter of cycles order what is around it.
// drista: verified
// drista: never says not seen
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x, y;
static int a, b;

static uint64_t behind(void)
{
	uint32_t low, high;
	__asm__ volatile("mfence; rdtsc" : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
}

static uint64_t before(void)
{
	uint64_t all;
	__asm__ volatile("rdtsc; shlq $32, %%rdx; orq %%rdx, %%rax; lock; addl $0, (%%rsp)" : "=a"(all) : : "rdx", "memory");
	return all;
}

static void *first(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	assert(behind());
	a = atomic_load_explicit(&y, memory_order_relaxed);
	return unused;
}

static void *second(void *unused)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	assert(before());
	b = atomic_load_explicit(&x, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t p, q;
	pthread_create(&p, 0, first, 0);
	pthread_create(&q, 0, second, 0);
	pthread_join(p, 0);
	pthread_join(q, 0);
	assert(a || b);
	return 0;
}
