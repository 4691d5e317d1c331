// A lock is tried three times with a time-limit: fewer than the bound, so everything is explored.
// drista: verified
#include <pthread.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void *work(void *unused)
{
	struct timespec until = {2000000000, 0};
	for (int i = 0; i < 3; i++)
		if (pthread_mutex_timedlock(&mutex, &until) == 0) {
			shared++;
			pthread_mutex_unlock(&mutex);
			break;
		}
	return unused;
}
int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, work, NULL);
	work(NULL);
	pthread_join(thread, NULL);
	return 0;
}
