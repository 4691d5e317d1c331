// An atomic store to an address inside an object that is not a multiple of its size.
// drista: error memory at WRONG
// drista: never says not supported
#include <pthread.h>
#include <stdatomic.h>

static char room[16] __attribute__((aligned(16)));

static void *other(void *p)
{
	atomic_store((atomic_int *)p, 1); // WRONG
	return NULL;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, other, room + 2);
	pthread_join(t, NULL);
	return 0;
}
