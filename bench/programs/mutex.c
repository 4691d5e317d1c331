/* N threads, M rounds each of one mutex around plain data: (N M)! / (M!)^N orders of the lock (multinomial), and
 * nothing else.
 * drista: verified
 * drista: build -DN=2 -DM=2
 */
#include "common.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void each(int me)
{
	(void)me;
	for (int i = 0; i < M; i++) {
		pthread_mutex_lock(&mutex);
		data++;
		pthread_mutex_unlock(&mutex);
	}
}

int main(void)
{
	run_threads(N, each);
}
