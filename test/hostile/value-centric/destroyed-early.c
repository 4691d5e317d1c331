// A mutex is destroyed while another thread may use it.
// drista: error misuse
// drista: options --strategy vc-dpor --model sc
// hostile: once
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *user(void *unused)
{
	pthread_mutex_lock(&mutex);
	pthread_mutex_unlock(&mutex);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, user, NULL);
	pthread_mutex_destroy(&mutex);
	pthread_join(t, NULL);
}
