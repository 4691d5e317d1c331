// A global mutex is initialised by two calls: POSIX leaves that undefined.
// drista: error misuse at WRONG
// drista: says initialised already
// hostile: once
#include <pthread.h>

static pthread_mutex_t m;

int main(void)
{
	pthread_mutex_init(&m, NULL);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	pthread_mutex_init(&m, NULL); // WRONG
	return 0;
}
