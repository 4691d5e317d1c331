// Two threads read from two duplicates of one descriptor: who is first gets the first byte.
// hostile: long
// drista: error assertion at WRONG
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int fd;
static char got[2];
static void *reader(void *arg)
{
	read(arg == got ? fd : dup(fd), arg, 1);
	return 0;
}
int main(void)
{
	pthread_t a, b;
	fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
	write(fd, "ab", 2);
	lseek(fd, 0, SEEK_SET);
	pthread_create(&a, 0, reader, &got[0]);
	pthread_create(&b, 0, reader, &got[1]);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(got[0] == 'a'); // WRONG
	return 0;
}
