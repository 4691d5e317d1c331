// Threads map memory where a counter that they share says: the order decides what a thread asks for, not what it gets.
// drista: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>

#define SIZE (1 << 16)

static _Atomic uintptr_t next = 0x300000000000;

static void *maps(void *unused)
{
	void *hint = (void *)atomic_fetch_add(&next, SIZE);
	char *memory = mmap(hint, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert((uintptr_t)memory % SIZE == 0);
	memory[0] = 1;
	munmap(memory, SIZE);
	return unused;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, maps, 0);
	pthread_create(&u, 0, maps, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
