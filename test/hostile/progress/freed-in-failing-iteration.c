// Each iteration of a loop that waits reads an atomic object on the heap, which another thread frees.
// drista: error data-race
// drista: options --tune chance=0
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct box {
	atomic_int value;
};

static atomic_int flag;
static struct box *box;

static void *releaser(void *unused)
{
	free(box);
	atomic_store(&flag, 1);
	return unused;
}

int main(void)
{
	pthread_t t;
	box = malloc(sizeof *box);
	atomic_init(&box->value, 0);
	pthread_create(&t, NULL, releaser, NULL);
	while (!atomic_load(&flag))
		atomic_load(&box->value);
	pthread_join(t, NULL);
	return 0;
}
