// Private mappings of a file that nobody changes meanwhile: one is read, one is written.
// drista: verified
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
static int fd;
static const char *q;
static void *other(void *arg)
{
	char *p = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	p[0] = 'z';
	assert(p[0] == 'z' && p[1] == 'b' && q[0] == 'a');
	munmap(p, 8192);
	return arg;
}
int main(void)
{
	pthread_t t, u;
	char c;
	fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
	write(fd, "ab", 2);
	ftruncate(fd, 8192);
	q = mmap(0, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
	pthread_create(&t, 0, other, 0);
	pthread_create(&u, 0, other, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	pwrite(fd, "c", 1, 0);
	assert(pread(fd, &c, 1, 0) == 1 && c == 'c' && q[0] == 'c');
	return 0;
}
