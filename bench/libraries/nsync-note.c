// nsync: a thread writes data and notifies an nsync_note; another reads the data once it sees that.
#include <assert.h>
#include <nsync.h>
#include <pthread.h>

static nsync_note ready;
static int data;

static void *sender(void *unused)
{
	data = 42;
	nsync_note_notify(ready);
	return unused;
}

int main(void)
{
	pthread_t other;
	ready = nsync_note_new(0, nsync_time_no_deadline);
	pthread_create(&other, 0, sender, 0);
	if (nsync_note_is_notified(ready)) assert(data == 42);
	pthread_join(other, 0);
	return 0;
}
