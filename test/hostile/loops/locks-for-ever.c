// A thread takes and releases locks for ever. It waits for nothing, so that is no livelock.
// drista: verified
// hostile: once
// drista: says the program does not end
// drista: says thread 2 may wait for ever while others go on
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static atomic_int stop;
static void *locks(void *unused)
{
	for (;;) {
		pthread_mutex_lock(&first);
		pthread_mutex_lock(&second);
		pthread_mutex_unlock(&second);
		pthread_mutex_unlock(&first);
	}
	return unused;
}
static void *waits(void *unused)
{
	while (!stop) { }
	return unused;
}
int main(void)
{
	pthread_t t[2];
	pthread_create(&t[0], NULL, locks, NULL);
	pthread_create(&t[1], NULL, waits, NULL);
	pthread_join(t[0], NULL);
	return 0;
}
