// A descriptor is closed before another thread polls it, or afterwards.
// hostile: long
// drista: error assertion
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static int ends[2];

static void *thread_does(void *unused)
{
	struct pollfd p = {ends[1], POLLOUT, 0};
	assert(poll(&p, 1, -1) == 1);
	assert(p.revents == POLLOUT);
	return unused;
}

int main(void)
{
	pthread_t thread;
	pipe(ends);
	pthread_create(&thread, NULL, thread_does, NULL);
	close(ends[1]);
	pthread_join(thread, NULL);
}
