// A thread looks under a lock for what nobody writes: a livelock, which is not a mutex that it holds itself.
// drista: error livelock
// drista: says thread 1, which waits in a loop that uses mutex m
// drista: never says more iterations
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int state;
static void *waits(void *unused)
{
	for (int done = 0; !done;) {
		pthread_mutex_lock(&m);
		done = state == 2;
		pthread_mutex_unlock(&m);
	}
	return unused;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, waits, NULL);
	pthread_mutex_lock(&m);
	state = 1;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
