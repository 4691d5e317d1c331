// A descriptor is closed before another thread duplicates it, or afterwards; then the duplicate works.
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

static int file;

static void *thread_does(void *unused)
{
	int copy = dup(file);
	assert(copy >= 0);
	return unused;
}

int main(void)
{
	pthread_t thread;
	file = open("dup.txt", O_CREAT | O_WRONLY, 0600);
	pthread_create(&thread, NULL, thread_does, NULL);
	close(file);
	pthread_join(thread, NULL);
}
