// A read-modify-write releases what its thread has accessed: the states before and after it differ in the races that
// follow. The reader that sees 1 races; the one that sees 2 does not, and then stands in the same place.
// drista: error data-race at WRONG
// drista: options --tune chance=0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int y, z;
static int x;

static void *writer(void *unused)
{
	atomic_store(&y, 1);
	x = 1;
	for (;;) {
		atomic_exchange(&y, 2);
		atomic_exchange(&y, 1);
	}
	return unused;
}

static void *reader(void *unused)
{
	if (!atomic_load(&y))
		return unused;
	atomic_load(&z);
	return x ? unused : NULL; // WRONG
}

int main(void)
{
	pthread_t t[2];
	pthread_create(&t[0], NULL, writer, NULL);
	pthread_create(&t[1], NULL, reader, NULL);
	pthread_join(t[1], NULL);
	pthread_join(t[0], NULL);
}
