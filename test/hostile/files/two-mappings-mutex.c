// Two threads count through two mappings of one memfd, under a mutex.
// hostile: long
// drista: verified
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
static int *p, *q;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *count(void *arg)
{
	int *at = arg;
	pthread_mutex_lock(&m);
	*at = *at + 1;
	pthread_mutex_unlock(&m);
	return 0;
}
int main(void)
{
	pthread_t a, b;
	int fd = memfd_create("counter", 0);
	ftruncate(fd, 4096);
	p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	q = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	*q = 5;
	pthread_create(&a, 0, count, p);
	pthread_create(&b, 0, count, q);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(*p == 7 && *q == 7);
	return 0;
}
