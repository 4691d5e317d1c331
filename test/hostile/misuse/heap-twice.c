// A mutex in a block of the heap is initialised by two calls; the memory was not freed in between.
// drista: error misuse at WRONG
// hostile: once
#include <pthread.h>
#include <stdlib.h>

struct item {
	int value;
	pthread_mutex_t m;
};

static void prepare(struct item *i)
{
	pthread_mutex_init(&i->m, NULL); // WRONG
	i->value = 1;
}

int main(void)
{
	struct item *i = malloc(sizeof *i);
	prepare(i);
	prepare(i);
	free(i);
	return 0;
}
