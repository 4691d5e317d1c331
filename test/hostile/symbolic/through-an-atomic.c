// An atomic takes the value itself, so that each value is a path: all 16 are explored.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --model sc
// hostile: once
#include <drista.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a;

static void *reader(void *unused)
{
	drista_assert(atomic_load(&a) != 11); // WRONG
	return unused;
}

int main(void)
{
	unsigned char x;
	pthread_t t;
	drista_symbolic(&x, 1, "x");
	drista_assume(x < 16);
	pthread_create(&t, 0, reader, 0);
	atomic_store(&a, x);
	pthread_join(t, 0);
	return 0;
}
