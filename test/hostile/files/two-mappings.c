// Two threads count through two mappings of one file: a data race.
// drista: error data-race at WRONG
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
static int *p, *q;
static void *count(void *arg)
{
	int *at = arg;
	*at = *at + 1; // WRONG
	return 0;
}
int main(void)
{
	pthread_t a, b;
	int fd = open("counter", O_RDWR | O_CREAT | O_TRUNC, 0600);
	ftruncate(fd, 4096);
	p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	q = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	pthread_create(&a, 0, count, p);
	pthread_create(&b, 0, count, q);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
