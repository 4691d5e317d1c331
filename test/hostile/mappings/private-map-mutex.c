// A thread changes a file that another one reads through a private mapping, each under a mutex: Linux shows the change
// in a page that was not copied.
// drista: verified
// drista: says (2 executions
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int seen;
static int fd;
static const char *p;
static void *reader(void *arg)
{
	pthread_mutex_lock(&m);
	seen = p[7];
	pthread_mutex_unlock(&m);
	return arg;
}
static void *writer(void *arg)
{
	pthread_mutex_lock(&m);
	pwrite(fd, "x", 1, 7);
	pthread_mutex_unlock(&m);
	return arg;
}
int main(void)
{
	pthread_t t, u;
	fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
	ftruncate(fd, 4096);
	p = mmap(0, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
	pthread_create(&t, 0, reader, 0);
	pthread_create(&u, 0, writer, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
