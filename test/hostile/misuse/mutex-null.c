// A lock of no mutex crashes.
// drista: error crash at WRONG
// hostile: once
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t *volatile m = NULL;

int main(void)
{
	pthread_mutex_lock(m); // WRONG
	return 0;
}
