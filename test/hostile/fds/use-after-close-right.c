// A descriptor that was closed is no descriptor, where nobody opens another one.
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

static void *thread_does(void *unused)
{
	return unused;
}

int main(void)
{
	pthread_t thread;
	int file = open("c.txt", O_CREAT | O_WRONLY, 0600);
	pthread_create(&thread, NULL, thread_does, NULL);
	close(file);
	assert(write(file, "x", 1) == -1 && errno == EBADF);
	assert(close(file) == -1);
	pthread_join(thread, NULL);
}
