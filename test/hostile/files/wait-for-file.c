// A thread waits in a loop until another one has written a file; what that did before is ordered.
// drista: verified
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
static int fd, data;
static void *writer(void *arg)
{
	data = 42;
	pwrite(fd, "x", 1, 0);
	return arg;
}
int main(void)
{
	pthread_t t;
	char c;
	fd = open("flag", O_RDWR | O_CREAT | O_TRUNC, 0600);
	pthread_create(&t, 0, writer, 0);
	while (pread(fd, &c, 1, 0) != 1)
		sched_yield();
	assert(data == 42);
	pthread_join(t, 0);
	return 0;
}
