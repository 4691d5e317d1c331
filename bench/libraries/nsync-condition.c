// nsync: a thread waits on an nsync_cv for what another makes.
#include <assert.h>
#include <nsync.h>
#include <pthread.h>

static nsync_mu mutex = NSYNC_MU_INIT;
static nsync_cv made = NSYNC_CV_INIT;
static int number;

static void *maker(void *unused)
{
	nsync_mu_lock(&mutex);
	number = 1;
	nsync_cv_signal(&made);
	nsync_mu_unlock(&mutex);
	return unused;
}

int main(void)
{
	pthread_t other;
	pthread_create(&other, 0, maker, 0);
	nsync_mu_lock(&mutex);
	while (number == 0) nsync_cv_wait(&made, &mutex);
	assert(number == 1);
	nsync_mu_unlock(&mutex);
	pthread_join(other, 0);
	return 0;
}
