// What another thread reads through a shared mapping changes by a call on the file (open-truncate), each under a mutex.
// hostile: long
// drista: verified
// drista: says (2 executions
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int fd, from;
static char *p, seen;
static void *reader(void *arg)
{
	pthread_mutex_lock(&m);
	seen = p[0];
	pthread_mutex_unlock(&m);
	return arg;
}
static void *writer(void *arg)
{
	pthread_mutex_lock(&m);
	close(open("data", O_RDWR | O_TRUNC)); ftruncate(fd, 4096);
	pthread_mutex_unlock(&m);
	return arg;
}
int main(void)
{
	pthread_t t, u;
	fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
	from = open("from", O_RDWR | O_CREAT | O_TRUNC, 0600);
	pwrite(from, "wxyz", 4, 0);
	ftruncate(fd, 4096);
	pwrite(fd, "a", 1, 0);
	p = mmap(0, 4096, PROT_READ, MAP_SHARED, fd, 0);
	pthread_create(&t, 0, reader, 0);
	pthread_create(&u, 0, writer, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
