// One thread reads memory that another one unmaps, each under a mutex: in one order the program crashes.
// drista: error crash
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
static void *unmaps(void *arg)
{
	pthread_mutex_lock(&m);
	munmap(p, 8192);
	pthread_mutex_unlock(&m);
	return arg;
}
int main(void)
{
	pthread_t t, u;
	p = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_create(&t, 0, reader, 0);
	pthread_create(&u, 0, unmaps, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
