// A thread makes standard output another file while main prints: the text may go to the first one.
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

static int file;

static void *thread_does(void *unused)
{
	dup2(file, 1);
	return unused;
}

int main(void)
{
	pthread_t thread;
	struct stat s;
	file = open("out.txt", O_CREAT | O_TRUNC | O_WRONLY, 0600);
	pthread_create(&thread, NULL, thread_does, NULL);
	printf("x");
	fflush(stdout);
	pthread_join(thread, NULL);
	fstat(file, &s);
	assert(s.st_size == 1);
}
