// Three paths, each of which an input takes, and none is wrong.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says explored with 3 inputs
#include <drista.h>
#include <pthread.h>

static int x, larger;

static void *compare(void *unused)
{
	if (x > 1000)
		larger = 1;
	else if (x == -7)
		larger = 2;
	return unused;
}

int main(void)
{
	pthread_t t;
	drista_symbolic(&x, sizeof x, "x");
	pthread_create(&t, 0, compare, 0);
	pthread_join(t, 0);
	drista_assert(larger != 1 || x > 999);
	return 0;
}
