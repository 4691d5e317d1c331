// A thread gives pages back with madvise(MADV_DONTNEED), which makes them zero, while another one reads them, each
// under a mutex.
// drista: verified
// drista: says (2 executions
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
	madvise(p, 8192, MADV_DONTNEED);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
