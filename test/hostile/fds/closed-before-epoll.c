// An epoll descriptor is closed before another thread waits with it.
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

static int e;

static void *thread_does(void *unused)
{
	struct epoll_event event;
	assert(epoll_wait(e, &event, 1, 0) == 0);
	return unused;
}

int main(void)
{
	pthread_t thread;
	e = epoll_create1(0);
	pthread_create(&thread, NULL, thread_does, NULL);
	close(e);
	pthread_join(thread, NULL);
}
