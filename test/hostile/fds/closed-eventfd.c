// A counter is closed while another thread adds to it: EBADF is possible.
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

static int counter;

static void *thread_does(void *unused)
{
	uint64_t one = 1;
	assert(write(counter, &one, sizeof one) == sizeof one);
	return unused;
}

int main(void)
{
	pthread_t thread;
	counter = eventfd(0, 0);
	pthread_create(&thread, NULL, thread_does, NULL);
	close(counter);
	pthread_join(thread, NULL);
}
