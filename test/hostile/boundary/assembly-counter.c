// A counter of inline assembly, which nothing understands in what gcc compiles, decides what a thread does next: it
// cannot be repeated, and the first cause named is the assembly.
// drista: refused
// drista: says it depends on the statement `lock xaddl
// drista: build --drista-compiler=gcc
#include <pthread.h>
#include <stdatomic.h>

static int count;
static atomic_int first, second;

static int increment(int *p)
{
	int v = 1;
	__asm__ volatile("lock xaddl %0, %1" : "+r"(v), "+m"(*p) : : "memory");
	return v;
}

static void *body(void *unused)
{
	if (increment(&count) == 0)
		first++;
	else
		second++;
	return unused;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, body, 0);
	pthread_create(&u, 0, body, 0);
	first++;
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
