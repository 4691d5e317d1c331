// One thread reads memory that another one unmaps, in no order: where the read comes later it is a crash.
// drista: error crash
#include <pthread.h>
#include <sys/mman.h>
static char *p, seen;
static void *reader(void *arg)
{
	seen = p[0];
	return arg;
}
int main(void)
{
	pthread_t t;
	p = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_create(&t, 0, reader, 0);
	munmap(p, 8192);
	pthread_join(t, 0);
	return 0;
}
