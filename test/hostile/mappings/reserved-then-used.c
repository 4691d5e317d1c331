// Memory is reserved without rights, and each thread gives itself a part of it.
// drista: verified
// drista: says (1 execution
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
static char *all;
static void *uses(void *arg)
{
	char *part = all + (arg ? 65536 : 0);
	if (arg)
		mprotect(part, 65536, PROT_READ | PROT_WRITE);
	else
		mmap(part, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	assert(part[1] == 0);
	part[1] = 1;
	madvise(part, 65536, MADV_DONTNEED);
	assert(part[1] == 0);
	return arg;
}
int main(void)
{
	pthread_t t, u;
	all = mmap(0, 1ul << 40, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	pthread_create(&t, 0, uses, 0);
	pthread_create(&u, 0, uses, all);
	pthread_join(t, 0);
	pthread_join(u, 0);
	munmap(all, 1ul << 40);
	return 0;
}
