// A private mapping that becomes writable after it was made.
// hostile: long
// drista: refused
// drista: says MAP_PRIVATE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
static int fd;
static char *p;
static void *other(void *arg)
{
	p[0] = 1;
	assert(p[7] == 0);
	return arg;
}
int main(void)
{
	pthread_t t;
	fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
	ftruncate(fd, 4096);
	p = mmap(0, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
	mprotect(p, 4096, PROT_READ | PROT_WRITE);
	pthread_create(&t, 0, other, 0);
	pwrite(fd, "x", 1, 7);
	pthread_join(t, 0);
	return 0;
}
