// nsync: two threads count under an nsync_mu.
// -DBUG: they count when they have unlocked it.
#include <assert.h>
#include <nsync.h>
#include <pthread.h>

static nsync_mu mutex = NSYNC_MU_INIT;
static int count;

static void *counter(void *unused)
{
	nsync_mu_lock(&mutex);
#ifdef BUG
	nsync_mu_unlock(&mutex);
	count++;
#else
	count++;
	nsync_mu_unlock(&mutex);
#endif
	return unused;
}

int main(void)
{
	pthread_t other;
	pthread_create(&other, 0, counter, 0);
	counter(0);
	pthread_join(other, 0);
	assert(count == 2);
	return 0;
}
