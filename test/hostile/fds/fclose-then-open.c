// A stream is closed and a file is opened: a late write to the old descriptor goes to the new file.
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

static int number;
static FILE *file;

static void *thread_does(void *unused)
{
	fclose(file);
	open("new.txt", O_CREAT | O_TRUNC | O_WRONLY, 0600);
	return unused;
}

int main(void)
{
	pthread_t thread;
	struct stat s;
	file = fopen("old.txt", "w");
	number = fileno(file);
	pthread_create(&thread, NULL, thread_does, NULL);
	write(number, "x", 1);
	pthread_join(thread, NULL);
	stat("new.txt", &s);
	assert(s.st_size == 0);
}
