// nsync: two threads use what an nsync_once has made.
#include <assert.h>
#include <nsync.h>
#include <pthread.h>

static nsync_once once = NSYNC_ONCE_INIT;
static int made;

static void make(void)
{
	made++;
}

static void *user(void *unused)
{
	nsync_run_once_spin(&once, make);
	assert(made == 1);
	return unused;
}

int main(void)
{
	pthread_t other;
	pthread_create(&other, 0, user, 0);
	user(0);
	pthread_join(other, 0);
	return 0;
}
