// A mutex at an odd address.
// drista: error memory at WRONG
// hostile: once
#include <pthread.h>

static char room[64] __attribute__((aligned(8)));

int main(void)
{
	pthread_mutex_t *m = (pthread_mutex_t *)(room + 1);
	pthread_mutex_lock(m); // WRONG
	pthread_mutex_unlock(m);
	return 0;
}
