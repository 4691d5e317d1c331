// Store buffering with atomics in two mappings of one shared memory object: both may read 0 where they are relaxed.
// drista: error assertion at WRONG
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>
static _Atomic int *p, *q;
static int r1, r2;
static void *left(void *arg)
{
	atomic_store_explicit(&p[0], 1, memory_order_relaxed);
	r1 = atomic_load_explicit(&p[1], memory_order_relaxed);
	return arg;
}
static void *right(void *arg)
{
	atomic_store_explicit(&q[1], 1, memory_order_relaxed);
	r2 = atomic_load_explicit(&q[0], memory_order_relaxed);
	return arg;
}
int main(void)
{
	pthread_t a, b;
	int fd = shm_open("/drista-hostile-sb", O_RDWR | O_CREAT, 0600);
	shm_unlink("/drista-hostile-sb");
	ftruncate(fd, 4096);
	p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	q = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	pthread_create(&a, 0, left, 0);
	pthread_create(&b, 0, right, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(r1 || r2); // WRONG
	return 0;
}
