// One thread writes a file with pwrite while another reads it through a mapping: in no order.
// hostile: long
// drista: error data-race at WRONG
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
static int fd;
static int *p;
static void *writer(void *arg)
{
	int v = 1;
	pwrite(fd, &v, sizeof v, 0);
	return arg;
}
int main(void)
{
	pthread_t t;
	fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
	ftruncate(fd, 4096);
	p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	pthread_create(&t, 0, writer, 0);
	int v = *p; // WRONG
	pthread_join(t, 0);
	assert(*p == 1 && (v == 0 || v == 1));
	return 0;
}
