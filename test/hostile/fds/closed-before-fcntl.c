// A thread asks for the flags of a descriptor that another one closes: it may find none.
// drista: error assertion
// hostile: long
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *asks(void *unused)
{
	int flags = fcntl(ends[1], F_GETFD);
	assert(flags == 0);
	return unused;
}

int main(void)
{
	pthread_t thread;
	pipe(ends);
	pthread_create(&thread, NULL, asks, NULL);
	assert(close(ends[1]) == 0);
	pthread_join(thread, NULL);
}
