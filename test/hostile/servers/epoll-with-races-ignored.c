// Two threads of which one waits in epoll_wait for a byte of the other, where plain accesses that race are atomics.
// drista: verified
// drista: options --races ignore --model sc
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2], count;

static void *sends(void *unused)
{
	count++;
	write(ends[1], "x", 1);
	return unused;
}

int main(void)
{
	struct epoll_event event = {.events = EPOLLIN};
	char got = 0;
	pthread_t t;
	pipe(ends);
	int events = epoll_create1(0);
	epoll_ctl(events, EPOLL_CTL_ADD, ends[0], &event);
	pthread_create(&t, NULL, sends, NULL);
	int before = count;
	assert(epoll_wait(events, &event, 1, -1) == 1 && read(ends[0], &got, 1) == 1);
	assert(got == 'x' && count == 1 && before <= 1);
	pthread_join(t, NULL);
	return 0;
}
