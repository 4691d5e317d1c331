// A thread closes the end of a pipe that another one writes to: the write may fail with EBADF.
// drista: error assertion
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *writes(void *unused)
{
	ssize_t n = write(ends[1], "x", 1);
	assert(n == 1 || errno != EBADF);
	return unused;
}

int main(void)
{
	pthread_t thread;
	pipe(ends);
	pthread_create(&thread, NULL, writes, NULL);
	close(ends[1]);
	pthread_join(thread, NULL);
}
