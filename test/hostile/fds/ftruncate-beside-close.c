// A thread truncates a file that another one closes: the file may keep its size.
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
	ftruncate(file, 0);
	return unused;
}

int main(void)
{
	pthread_t thread;
	struct stat s;
	file = open("t.txt", O_CREAT | O_TRUNC | O_WRONLY, 0600);
	write(file, "xy", 2);
	pthread_create(&thread, NULL, thread_does, NULL);
	close(file);
	pthread_join(thread, NULL);
	stat("t.txt", &s);
	assert(s.st_size == 0);
}
