// Two threads detach the same one.
// drista: error misuse
// hostile: long
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
	pthread_t one, two;
	pthread_create(&thread, NULL, nothing, NULL);
	pthread_create(&one, NULL, detaches, NULL);
	pthread_create(&two, NULL, detaches, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
}
