// A thread puts a new file in the place of an old one; main opens the one or the other.
// hostile: long
// drista: verified
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void make(const char *name, const char *text)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	write(fd, text, 1);
	close(fd);
}
static void *replace(void *arg)
{
	make("new", "n");
	rename("new", "data");
	return arg;
}
int main(void)
{
	pthread_t t;
	char c = 0;
	make("data", "o");
	pthread_create(&t, 0, replace, 0);
	int fd = open("data", O_RDONLY);
	read(fd, &c, 1);
	pthread_join(t, 0);
	assert(c == 'o' || c == 'n');
	return 0;
}
