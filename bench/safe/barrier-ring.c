/* THREADS in a ring: in each round each one reads what its neighbour wrote in the last one. */
#include "common.h"

static pthread_barrier_t round_done;
static unsigned char values[2][THREADS];

static void *work(void *data)
{
	int me = (int)(intptr_t)data;
	for (int now = 0;; now = 1 - now) {
		values[1 - now][me] = values[now][(me + 1) % THREADS] ^ 1;
		pthread_barrier_wait(&round_done);
		COUNT(me);
	}
	return NULL;
}

int main(void)
{
	pthread_barrier_init(&round_done, NULL, THREADS);
	for (int t = 0; t < THREADS; t++)
		start_thread(work, t);
	return finish();
}
