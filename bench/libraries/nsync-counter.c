// nsync: a thread counts down when its data is there, another reads the data once the nsync_counter is 0.
#include <assert.h>
#include <nsync.h>
#include <pthread.h>

static nsync_counter left;
static int data;

static void *worker(void *unused)
{
	data = 42;
	nsync_counter_add(left, -1);
	return unused;
}

int main(void)
{
	pthread_t other;
	left = nsync_counter_new(1);
	pthread_create(&other, 0, worker, 0);
	if (nsync_counter_value(left) == 0) assert(data == 42);
	pthread_join(other, 0);
	nsync_counter_free(left);
	return 0;
}
