// A thread that allocates without end, and uses what it gets.
// drista: inconclusive
// drista: options --memory-limit 0.3G
// drista: says --memory-limit
#include <pthread.h>
#include <stdlib.h>

static void *run(void *unused)
{
	for (;;) {
		char *p = malloc(1 << 20);
		if (!p)
			return unused;
		for (int i = 0; i < 1 << 20; i += 4096)
			p[i] = 1;
	}
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
}
