// nsync: a thread writes under an nsync_mu, another reads under it as a reader.
#include <assert.h>
#include <nsync.h>
#include <pthread.h>

static nsync_mu mutex = NSYNC_MU_INIT;
static int one, two;

static void *writer(void *unused)
{
	nsync_mu_lock(&mutex);
	one++;
	two++;
	nsync_mu_unlock(&mutex);
	return unused;
}

int main(void)
{
	pthread_t other;
	pthread_create(&other, 0, writer, 0);
	nsync_mu_rlock(&mutex);
	assert(one == two);
	nsync_mu_runlock(&mutex);
	pthread_join(other, 0);
	return 0;
}
