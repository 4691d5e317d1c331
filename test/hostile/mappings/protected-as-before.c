// mprotect that changes no permission orders nothing, and reads nothing: allocators ask for what they have.
// drista: verified
#include <pthread.h>
#include <sys/mman.h>

#define SIZE (1 << 20)

static char *memory;

static void *writes(void *unused)
{
	for (int i = 0; i < SIZE; i += 8)
		memory[i] = 1;
	return unused;
}

int main(void)
{
	memory = mmap(0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_t t;
	pthread_create(&t, 0, writes, 0);
	mprotect(memory, SIZE, PROT_READ | PROT_WRITE);
	pthread_join(t, 0);
	return 0;
}
