// A socket is closed while another thread sends through it: EBADF is possible.
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
	assert(send(ends[0], "x", 1, 0) == 1 || errno != EBADF);
	return unused;
}

int main(void)
{
	pthread_t thread;
	socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
	pthread_create(&thread, NULL, thread_does, NULL);
	close(ends[0]);
	pthread_join(thread, NULL);
}
