// One thread waits for events and hands the connection to a worker through a pipe; each then waits for ever, which is
// how a server ends: no deadlock.
// drista: verified
// hostile: client "x"
// drista: says the server waits for another client
// hostile: matrix
#include "server.helper.h"
#include <fcntl.h>
#include <sys/epoll.h>

static int handed[2];

static void *work(void *unused)
{
	(void)unused;
	for (int c; read(handed[0], &c, sizeof c) == sizeof c; close(c)) {
		char got;
		assert(read(c, &got, 1) == 1 && got == 'x' && write(c, &got, 1) == 1);
	}
	return NULL;
}

int main(void)
{
	int number = listening(), events = epoll_create1(0);
	struct epoll_event event = {.events = EPOLLIN};
	pthread_t t;
	assert(pipe(handed) == 0);
	fcntl(number, F_SETFL, O_NONBLOCK);
	epoll_ctl(events, EPOLL_CTL_ADD, number, &event);
	pthread_create(&t, NULL, work, NULL);
	for (;;) {
		epoll_wait(events, &event, 1, -1);
		int c = accept(number, NULL, NULL);
		if (c >= 0)
			write(handed[1], &c, sizeof c);
	}
}
