// A race on a vector of 32 bytes.
// drista: error data-race
// drista: build -w
#include <pthread.h>

typedef int Vector __attribute__((vector_size(32)));

static Vector shared;
static int ready;

static void *body(void *unused)
{
	ready = 1;
	shared = (Vector){1, 2, 3};
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, body, 0);
	shared = (Vector){2};
	pthread_join(t, 0);
	return ready - 1;
}
