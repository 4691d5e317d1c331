// A thread makes a pipe that gets a number which main has closed and uses again.
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
	int ends[2];
	pipe(ends);
	return unused;
}

int main(void)
{
	pthread_t thread;
	file = open("p.txt", O_CREAT | O_WRONLY, 0600);
	pthread_create(&thread, NULL, thread_does, NULL);
	close(file);
	assert(lseek(file, 0, SEEK_CUR) == -1 && errno == EBADF);
	pthread_join(thread, NULL);
}
