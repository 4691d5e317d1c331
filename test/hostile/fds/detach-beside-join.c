// A thread is detached by one thread and joined by another: in either order one of the two comes too late.
// drista: error misuse
// hostile: matrix
#include <pthread.h>
#include <stddef.h>

static pthread_t thread;

static void *nothing(void *unused)
{
	return unused;
}

static void *detaches(void *unused)
{
	pthread_detach(thread);
	return unused;
}

int main(void)
{
	pthread_t other;
	pthread_create(&thread, NULL, nothing, NULL);
	pthread_create(&other, NULL, detaches, NULL);
	pthread_join(thread, NULL);
	pthread_join(other, NULL);
}
