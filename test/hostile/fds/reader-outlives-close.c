// A reader that waits gets what is written after its descriptor was closed (Linux).
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
	char byte;
	ssize_t n = read(ends[0], &byte, 1);
	assert(n == 1 || (n == -1 && errno == EBADF));
	return unused;
}

int main(void)
{
	pthread_t thread;
	pipe(ends);
	int keep = dup(ends[0]);
	pthread_create(&thread, NULL, thread_does, NULL);
	close(ends[0]);
	assert(write(ends[1], "x", 1) == 1);
	pthread_join(thread, NULL);
	close(keep);
}
