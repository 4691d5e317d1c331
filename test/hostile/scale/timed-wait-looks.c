// Main waits with a time-limit and does nothing else in its loop: that is waiting, whatever --tune timeouts allows.
// drista: verified
#include <pthread.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int done;
static void *work(void *unused)
{
	pthread_mutex_lock(&mutex);
	done = 1;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&mutex);
	return unused;
}
int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, work, NULL);
	pthread_mutex_lock(&mutex);
	while (!done) {
		struct timespec until;
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_sec++;
		pthread_cond_timedwait(&cond, &mutex, &until);
	}
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, NULL);
	return 0;
}
