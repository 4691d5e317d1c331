// The mutex is initialised again either after it was destroyed, which is right, or before: only the order of two
// threads decides.
// drista: error misuse at WRONG
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, m;

static void *again(void *unused)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_init(&m, NULL); // WRONG
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *end(void *unused)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_destroy(&m);
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t t[2];
	pthread_mutex_init(&m, NULL);
	pthread_create(&t[0], NULL, end, NULL);
	pthread_create(&t[1], NULL, again, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
