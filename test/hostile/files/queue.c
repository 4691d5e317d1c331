// Two threads put messages into a queue of System V: an order that drista does not see.
// drista: refused
// drista: says msgsnd
// hostile: once
#include <assert.h>
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/msg.h>

struct text {
	long type;
	char byte;
};

static int queue;

static void *put(void *byte)
{
	struct text message = {1, *(char *)byte};
	msgsnd(queue, &message, 1, 0);
	return 0;
}

int main(void)
{
	pthread_t a, b;
	struct text first;
	queue = msgget(IPC_PRIVATE, 0600);
	pthread_create(&a, 0, put, "a");
	pthread_create(&b, 0, put, "b");
	pthread_join(a, 0);
	pthread_join(b, 0);
	msgrcv(queue, &first, 1, 0, 0);
	msgctl(queue, IPC_RMID, 0);
	assert(first.byte != 'b');
	return 0;
}
