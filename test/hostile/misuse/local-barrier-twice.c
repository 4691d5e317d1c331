// A thread initialises again the barrier in main's frame that main has initialised.
// drista: error misuse at WRONG
// hostile: once
#include <pthread.h>

static void *other(void *b)
{
	pthread_barrier_init(b, NULL, 1); // WRONG
	return NULL;
}

int main(void)
{
	pthread_barrier_t b;
	pthread_t t;
	pthread_barrier_init(&b, NULL, 1);
	pthread_create(&t, NULL, other, &b);
	pthread_join(t, NULL);
	return 0;
}
