// Volatile members of different sizes, a volatile bit field and an unaligned one, with --volatile sc.
// drista: error assertion at WRONG
// drista: options --volatile sc
#include <assert.h>
#include <pthread.h>

static volatile struct __attribute__((packed)) {
	char first;
	int unaligned;
	short half;
	unsigned bits : 3, others : 5;
	long wide;
} shared;

static void *writes(void *unused)
{
	shared.unaligned = -1;
	shared.half++;
	shared.bits = 5;
	shared.wide = 1l << 40;
	return unused;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, writes, NULL);
	shared.others = 9;
	if (shared.wide) {
		assert(shared.unaligned == -1 && shared.half == 1);
		assert(shared.bits == 5); // WRONG
	}
	pthread_join(a, NULL);
	return 0;
}
