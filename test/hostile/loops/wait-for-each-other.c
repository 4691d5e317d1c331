// Two threads wait under a mutex for what the other one writes after its wait: nobody ever writes the flags.
// drista: error livelock
// hostile: matrix
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready[2];
static void *run(void *number)
{
	long me = (long)number;
	pthread_mutex_lock(&m);
	while (!ready[1 - me]) {
		pthread_mutex_unlock(&m);
		pthread_mutex_lock(&m);
	}
	ready[me] = 1;
	pthread_mutex_unlock(&m);
	return NULL;
}
int main(void)
{
	pthread_t t[2];
	for (long i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, run, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
