// A thread moves memory that another one reads, each
// under a mutex.
// hostile: long
// drista: error crash
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char *p, seen;
static void *reader(void *arg)
{
	pthread_mutex_lock(&m);
	seen = p[0];
	pthread_mutex_unlock(&m);
	return arg;
}
int main(void)
{
	pthread_t t;
	p = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	p[0] = 1;
	pthread_create(&t, 0, reader, 0);
	pthread_mutex_lock(&m);
	mremap(p, 8192, 16384, MREMAP_MAYMOVE | MREMAP_FIXED, p + 65536);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
