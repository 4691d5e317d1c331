// Two threads of a program that was not compiled for drista count in a file: an update may be lost.
// drista: error assertion
// hostile: built-with plain
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
	int v = 0;
	fd = open("counter", O_RDWR | O_CREAT | O_TRUNC, 0600);
	pwrite(fd, &v, sizeof v, 0);
	pthread_create(&a, 0, count, 0);
	pthread_create(&b, 0, count, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	pread(fd, &v, sizeof v, 0);
	assert(v == 2);
	return 0;
}
