// A thread serves pipes that main hands over by a mutex, and closes them.
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

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int next = -1, ends[2];

static void *thread_does(void *unused)
{
	for (int served = 0; served < 1;) {
		pthread_mutex_lock(&mutex);
		int mine = next;
		if (mine >= 0)
			next = -1;
		pthread_mutex_unlock(&mutex);
		if (mine >= 0) {
			char byte;
			assert(read(mine, &byte, 1) == 1);
			assert(close(mine) == 0);
			served++;
		}
	}
	return unused;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, thread_does, NULL);
	pipe(ends);
	assert(write(ends[1], "x", 1) == 1);
	pthread_mutex_lock(&mutex);
	next = ends[0];
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, NULL);
	close(ends[1]);
}
