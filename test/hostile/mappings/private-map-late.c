// A thread maps a file privately, and reads it, while another one changes the file, each under a mutex: what the
// reader finds depends on who is first.
// drista: verified
// drista: says (2 executions
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int seen;
static int fd;
static void *writer(void *arg)
{
	pthread_mutex_lock(&m);
	pwrite(fd, "x", 1, 7);
	pthread_mutex_unlock(&m);
	return arg;
}
static void *reader(void *arg)
{
	pthread_mutex_lock(&m);
	const char *p = mmap(0, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
	seen = p[7];
	pthread_mutex_unlock(&m);
	return arg;
}
int main(void)
{
	pthread_t t, u;
	fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
	ftruncate(fd, 4096);
	pthread_create(&t, 0, writer, 0);
	pthread_create(&u, 0, reader, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
