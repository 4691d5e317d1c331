// Two threads append to one file, each with its own descriptor: both lines are there, in either order.
// hostile: long
// drista: verified
// drista: says (2 executions,
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>
static void *add(void *arg)
{
	int fd = open("log", O_WRONLY | O_APPEND);
	write(fd, arg, 2);
	close(fd);
	return 0;
}
int main(void)
{
	pthread_t a, b;
	char all[5] = "";
	int fd = open("log", O_RDWR | O_CREAT | O_TRUNC, 0600);
	pthread_create(&a, 0, add, "a\n");
	pthread_create(&b, 0, add, "b\n");
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(read(fd, all, 4) == 4);
	assert(strcmp(all, "a\nb\n") == 0 || strcmp(all, "b\na\n") == 0);
	return 0;
}
