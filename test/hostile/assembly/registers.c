// Assembly that only uses registers leaves nothing unseen, whatever it says that it might do to memory.
// drista: verified
// drista: never says not seen
#include <pthread.h>

static int counts[2];

static int twice(int n)
{
	__asm__ volatile("addl %0, %0\n\tnop" : "+r"(n) : : "cc", "memory");
	__asm__ volatile("bswapl %k0; bswap %0" : "+r"(n));
	return n;
}

static void *body(void *count)
{
	*(int *)count = twice(21);
	return count;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, body, counts);
	body(counts + 1);
	pthread_join(t, 0);
	return counts[0] + counts[1] - 84;
}
