// The read waits for nothing, and neither does the write. In each run of the program the thread that begins first
// performs all that it does, so no run has the read between the atomic store and the write.
// drista: error data-race
// drista: options --equivalence state --model sc
// drista: build -O0
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;
static int data;
static sem_t unused_semaphore;

static void *writes(void *unused)
{
	atomic_store(&flag, 1);
	data = 2;
	return unused;
}

static void *reads(void *unused)
{
	int own = data;
	(void)own;
	return unused;
}

int main(void)
{
	pthread_t threads[2];
	sem_init(&unused_semaphore, 0, 1);
	pthread_create(&threads[0], NULL, writes, NULL);
	pthread_create(&threads[1], NULL, reads, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return 0;
}
