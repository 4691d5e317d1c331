// The loop becomes masked stores of vectors: the element that the other thread writes is stored.
// drista: error data-race
// drista: build -O3 -mavx2
#include <pthread.h>

static int from[1024], to[1024], ready;

static void *body(void *unused)
{
	ready = 1;
	for (int i = 0; i < 1024; i++)
		if (from[i])
			to[i] = from[i] + 1;
	return unused;
}

int main(void)
{
	pthread_t t;
	from[7] = from[9] = 1;
	pthread_create(&t, 0, body, 0);
	to[9] = 2;
	pthread_join(t, 0);
	return ready - 1 + to[0];
}
