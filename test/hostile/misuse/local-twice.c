// A local mutex of main is initialised by two calls of a function.
// drista: error misuse
// drista: says initialised already
// hostile: once
#include <pthread.h>

static void prepare(pthread_mutex_t *m)
{
	pthread_mutex_init(m, NULL);
}

int main(void)
{
	pthread_mutex_t m;
	prepare(&m);
	prepare(&m);
	return 0;
}
