// select fails with EBADF where another thread has closed a descriptor.
// drista: error assertion
// hostile: long
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
	fd_set set;
	FD_ZERO(&set);
	FD_SET(ends[1], &set);
	assert(select(ends[1] + 1, NULL, &set, NULL, NULL) == 1);
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
