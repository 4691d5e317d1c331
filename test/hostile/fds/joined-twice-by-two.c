// Two threads join the same one, and each has joined another one before.
// drista: error misuse
#include <pthread.h>
#include <stddef.h>

static pthread_t thread;

static void *nothing(void *unused)
{
	return unused;
}

static void *joins(void *unused)
{
	pthread_t own;
	pthread_create(&own, NULL, nothing, NULL);
	pthread_join(own, NULL);
	pthread_join(thread, NULL);
	return unused;
}

int main(void)
{
	pthread_t one, two;
	pthread_create(&thread, NULL, nothing, NULL);
	pthread_create(&one, NULL, joins, NULL);
	pthread_create(&two, NULL, joins, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
}
