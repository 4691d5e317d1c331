// A thread closes the descriptor of a stream that another one flushes.
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

static FILE *file;

static void *thread_does(void *unused)
{
	close(fileno(file));
	return unused;
}

int main(void)
{
	pthread_t thread;
	file = fopen("under.txt", "w");
	pthread_create(&thread, NULL, thread_does, NULL);
	fputs("x", file);
	assert(fflush(file) == 0);
	pthread_join(thread, NULL);
}
