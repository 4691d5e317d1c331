// Two threads take two mutexes in opposite orders.
// drista: error deadlock
// drista: options --strategy vc-dpor --model sc
// hostile: once
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *backwards(void *unused)
{
	pthread_mutex_lock(&second);
	pthread_mutex_lock(&first);
	pthread_mutex_unlock(&first);
	pthread_mutex_unlock(&second);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, backwards, NULL);
	pthread_mutex_lock(&first);
	pthread_mutex_lock(&second);
	pthread_mutex_unlock(&second);
	pthread_mutex_unlock(&first);
	pthread_join(t, NULL);
}
