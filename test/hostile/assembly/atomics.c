// Inline assembly that certainly is one read-modify-write, or a barrier, counts as an atomic: a lock made of it works,
// and so do counters.
// drista: verified
// drista: never says not seen
#include <assert.h>
#include <pthread.h>

static volatile int word, count, bits;
static int shared, zeros;

static int exchange(volatile int *p, int v)
{
	__asm__ volatile("xchgl %0, %1" : "=r"(v) : "m"(*p), "0"(v) : "memory");
	return v;
}

static int add(volatile int *p, int v)
{
	__asm__ volatile("lock; xaddl %0, %1" : "+r"(v), "+m"(*p) : : "memory");
	return v;
}

static int compare_exchange(volatile int *p, int old, int new)
{
	int found;
	__asm__ volatile("lock\n\tcmpxchgl %2, %1" : "=a"(found), "+m"(*p) : "r"(new), "0"(old) : "memory");
	return found;
}

static int decrement_is_zero(volatile int *p)
{
	unsigned char zero;
	__asm__ volatile("lock; decl %0; sete %1" : "+m"(*p), "=qm"(zero) : : "memory");
	return zero;
}

static void *body(void *unused)
{
	while (exchange(&word, 1))
		__asm__ volatile("rep; nop" : : : "memory");
	shared++;
	__asm__ volatile("" : : : "memory");
	assert(compare_exchange(&word, 1, 0) == 1);
	add(&count, 2);
	__asm__ volatile("lock; orl %1, %0" : "+m"(bits) : "ir"(4));
	if (decrement_is_zero(&count) || decrement_is_zero(&count)) {
		while (exchange(&word, 1))
			__asm__ volatile("pause");
		zeros++;
		exchange(&word, 0);
	}
	return unused;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, body, 0);
	pthread_create(&b, 0, body, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(shared == 2 && zeros >= 1 && add(&count, 0) == 0 && add(&bits, 0) == 4);
	return 0;
}
