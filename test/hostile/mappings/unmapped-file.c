// A thread maps a file, reads it, without and with a mutex, and unmaps it, while another one changes the file under the
// mutex: the first read races.
// hostile: long
// drista: error data-race
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int fd;
static void *reader(void *arg)
{
	char *p = mmap(0, 4096, PROT_READ, MAP_SHARED, fd, 0);
	char before = p[0];
	pthread_mutex_lock(&m);
	assert(p[0] == before);
	pthread_mutex_unlock(&m);
	munmap(p, 4096);
	return arg;
}
static void *writer(void *arg)
{
	char c;
	pread(fd, &c, 1, 100);
	pthread_mutex_lock(&m);
	pwrite(fd, "x", 1, 0);
	pthread_mutex_unlock(&m);
	return arg;
}
int main(void)
{
	pthread_t t, u;
	fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
	ftruncate(fd, 4096);
	pthread_create(&t, 0, reader, 0);
	pthread_create(&u, 0, writer, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
