// A thread that closes standard input and opens a file gets number 0, as there is no other thread that opens files.
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
	close(0);
	assert(open("/dev/null", O_RDONLY) == 0);
	int file = dup(0);
	close(file);
	assert(dup(0) == file);
	return unused;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, thread_does, NULL);
	pthread_join(thread, NULL);
}
