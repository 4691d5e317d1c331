// Atomics in mapped memory that is unmapped when the threads are done; the executions in which the stores are ordered
// otherwise than in time must not touch it later.
// hostile: long
// drista: verified
// drista: options --equivalence co
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
static _Atomic int *p;
static atomic_int late;
static void *stores(void *arg)
{
	atomic_store_explicit(p, arg ? 1 : 2, memory_order_relaxed);
	return arg;
}
int main(void)
{
	pthread_t t, u;
	p = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_create(&t, 0, stores, 0);
	pthread_create(&u, 0, stores, p);
	pthread_join(t, 0);
	pthread_join(u, 0);
	munmap(p, 8192);
	atomic_store(&late, 1);
	atomic_load(&late);
	return 0;
}
