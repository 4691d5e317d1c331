// Two threads map, use and unmap memory, of which the kernel may give both the same: that is no race.
// drista: verified
// drista: says (1 execution
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
static void *uses(void *arg)
{
	for (int i = 0; i < 2; i++) {
		char *p = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		assert(p[1] == 0);
		p[1] = 1;
		munmap(p, 8192);
	}
	return arg;
}
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, uses, 0);
	pthread_create(&u, 0, uses, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
