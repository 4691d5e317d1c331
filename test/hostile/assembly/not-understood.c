// Assembly that is not understood is named, also where no error is found.
// drista: verified
// drista: says no errors found
// drista: says not seen: the statement `lock; btsl %1, (%0)` in set_bit
#include <pthread.h>

static int word;

static void set_bit(int *p, int n)
{
	__asm__ volatile("lock; btsl %1, %0" : "+m"(*p) : "Ir"(n) : "memory", "cc");
}

static void *body(void *unused)
{
	set_bit(&word, 3);
	return unused;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, 0, body, 0);
	set_bit(&word, 4);
	pthread_join(a, 0);
	return 0;
}
