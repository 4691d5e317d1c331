// A spinlock is initialised by two calls, one of them in another thread.
// hostile: long
// drista: error misuse at WRONG
#include <pthread.h>

static pthread_spinlock_t l;

static void *other(void *unused)
{
	pthread_spin_init(&l, 0); // WRONG
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_spin_init(&l, 0);
	pthread_create(&t, NULL, other, NULL);
	pthread_join(t, NULL);
	return 0;
}
