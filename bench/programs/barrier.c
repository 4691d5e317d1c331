/* N threads write their own part, meet at a pthread barrier and read their neighbour's, for M rounds (as in Splash-2):
 * plain data in phases.
 * drista: verified
 * drista: build -DN=2 -DM=2
 */
#include "common.h"

static pthread_barrier_t barrier;
static int part[2][N];

static void each(int me)
{
	for (int i = 0; i < M; i++) {
		part[i % 2][me] = i;
		pthread_barrier_wait(&barrier);
		if (part[i % 2][(me + 1) % N] != i)
			abort();
	}
}

int main(void)
{
	pthread_barrier_init(&barrier, NULL, N);
	run_threads(N, each);
}
