// A thread changes a file by write() while another one reads it through a private mapping: in no order.
// hostile: long
// drista: error data-race
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
static int fd;
static const char *p;
static int seen;
static void *reader(void *arg)
{
	seen = p[2];
	return arg;
}
int main(void)
{
	pthread_t t;
	fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
	ftruncate(fd, 4096);
	p = mmap(0, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
	pthread_create(&t, 0, reader, 0);
	write(fd, "abcd", 4);
	pthread_join(t, 0);
	return 0;
}
