// Main returns with a mutex locked for which a thread waits: no error, but told.
// drista: verified
// drista: says thread 1 waits for ever when the program ends: for a mutex (m)
// drista: says waits-for-a-lock.c:9
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *waiter(void *unused)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return unused;
}
int main(void)
{
	pthread_t t;
	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, waiter, NULL);
	return 0;
}
