// Two threads use one file by two names.
// hostile: long
// drista: error assertion at WRONG
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static void *writer(void *arg)
{
	int fd = open("second", O_WRONLY);
	write(fd, "b", 1);
	close(fd);
	return arg;
}
int main(void)
{
	pthread_t t;
	char c = 0;
	unlink("second");
	int fd = open("first", O_RDWR | O_CREAT | O_TRUNC, 0600);
	write(fd, "a", 1);
	link("first", "second");
	pthread_create(&t, 0, writer, 0);
	int mine = open("first", O_RDONLY);
	read(mine, &c, 1);
	pthread_join(t, 0);
	assert(c == 'a'); // WRONG
	return 0;
}
