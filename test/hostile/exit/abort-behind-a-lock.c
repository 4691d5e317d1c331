// Built without drista; main hands something over to three threads, each of which aborts before it waits.
// drista: error abort
// hostile: built-with plain
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *ends(void *unused)
{
	(void)unused;
	abort();
}
int main(void)
{
	pthread_t t[3];
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&m);
		pthread_mutex_unlock(&m);
		pthread_create(&t[i], 0, ends, 0);
	}
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	return 0;
}
