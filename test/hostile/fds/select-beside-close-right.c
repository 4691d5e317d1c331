// select finds the pipe ready or the descriptor closed, and nothing else.
// drista: verified
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
	int n = select(ends[1] + 1, NULL, &set, NULL, NULL);
	assert(n == 1 ? FD_ISSET(ends[1], &set) : n == -1 && errno == EBADF);
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
