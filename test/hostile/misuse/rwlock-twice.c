// A global read-write lock is initialised by two calls.
// hostile: long
// drista: error misuse at WRONG
// hostile: once
#include <pthread.h>

static pthread_rwlock_t l;

int main(void)
{
	pthread_rwlock_init(&l, NULL);
	pthread_rwlock_init(&l, NULL); // WRONG
	return 0;
}
