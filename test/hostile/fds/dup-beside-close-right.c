// A duplicate goes on working when the descriptor is closed.
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
	int copy = dup(ends[1]);
	assert(copy >= 0 ? write(copy, "x", 1) == 1 && close(copy) == 0 : errno == EBADF);
	return unused;
}

int main(void)
{
	pthread_t thread;
	char byte;
	pipe(ends);
	pthread_create(&thread, NULL, thread_does, NULL);
	assert(close(ends[1]) == 0);
	ssize_t n = read(ends[0], &byte, 1);
	assert(n == 1 || n == 0);
	pthread_join(thread, NULL);
}
