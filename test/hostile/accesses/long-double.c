// A race on a long double, whose ten bytes are no size that ThreadSanitizer's pass of clang announces.
// drista: error data-race
#include <pthread.h>

static long double shared;
static int ready;

static void *body(void *unused)
{
	ready = 1;
	shared = 1;
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, body, 0);
	shared = 2;
	pthread_join(t, 0);
	return ready - 1;
}
