// A thread puts other memory in the place of some that another one reads, each
// under a mutex.
// hostile: long
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
	mmap(p, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
