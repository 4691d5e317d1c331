// Two threads talk through a named pipe that does not wait: what is read depends on who is first.
// hostile: long
// drista: error assertion at WRONG
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>
static int fd;
static void *writer(void *arg)
{
	write(fd, "x", 1);
	return arg;
}
int main(void)
{
	pthread_t t;
	char c;
	unlink("pipe");
	mkfifo("pipe", 0600);
	fd = open("pipe", O_RDWR | O_NONBLOCK);
	pthread_create(&t, 0, writer, 0);
	ssize_t n = read(fd, &c, 1);
	pthread_join(t, 0);
	assert(n == 1); // WRONG
	return 0;
}
