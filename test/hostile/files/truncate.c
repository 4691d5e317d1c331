// A thread truncates a file that main reads.
// hostile: long
// drista: error assertion at WRONG
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static void *cut(void *arg)
{
	truncate("data", 0);
	return arg;
}
int main(void)
{
	pthread_t t;
	char c;
	int fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
	write(fd, "a", 1);
	pthread_create(&t, 0, cut, 0);
	ssize_t n = pread(fd, &c, 1, 0);
	pthread_join(t, 0);
	assert(n == 1); // WRONG
	return 0;
}
