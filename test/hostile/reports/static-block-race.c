// A block from before main: the pointer to it is a member of a static struct.
// drista: error data-race at WRONG
// drista: says data race on *queue.head+8:
#include <pthread.h>
#include <stdlib.h>

static struct {
	int size;
	long *head;
} queue;

static __attribute__((constructor)) void before(void)
{
	queue.head = calloc(4, sizeof *queue.head);
}

static void *body(void *arg)
{
	queue.head[1] = 1; // WRONG
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, body, NULL);
	queue.head[1] = 2;
	pthread_join(t, NULL);
	return 0;
}
