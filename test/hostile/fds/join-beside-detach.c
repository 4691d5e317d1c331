// A thread joins one that detaches itself, which it may have done before or may do later.
// drista: error misuse
#include <pthread.h>
#include <stddef.h>

static void *detaches_itself(void *unused)
{
	pthread_detach(pthread_self());
	return unused;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, detaches_itself, NULL);
	pthread_join(thread, NULL);
}
