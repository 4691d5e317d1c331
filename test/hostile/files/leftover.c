// A file that is not made anew is not the same in the next run: the program does not repeat itself.
// drista: refused
// drista: says leftover.c:15: thread
// drista: says did not repeat itself: pread found other contents in /
// drista: says /counter than in an earlier run up to here
// drista: says on files that it finds as an earlier run or another program has left them
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int fd;
static void *count(void *arg)
{
	int v = 0;
	pread(fd, &v, sizeof v, 0);
	v++;
	pwrite(fd, &v, sizeof v, 0);
	return arg;
}
int main(void)
{
	pthread_t a, b;
	fd = open("counter", O_RDWR | O_CREAT, 0600);
	pthread_create(&a, 0, count, 0);
	pthread_create(&b, 0, count, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
