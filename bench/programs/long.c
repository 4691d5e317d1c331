/* One execution of N events and more: one thread, one mutex, plain data inside. What a long trace costs in the runtime
 * and in the graph.
 * drista: verified
 * drista: options --max-steps 20000
 * drista: build -DN=1000
 */
#include "common.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data[64];

static void each(int me)
{
	(void)me;
	for (int i = 0; i < N / 2; i++) {
		pthread_mutex_lock(&mutex);
		for (int k = 0; k < 64; k++)
			data[k] += i;
		pthread_mutex_unlock(&mutex);
	}
}

int main(void)
{
	run_threads(1, each);
}
