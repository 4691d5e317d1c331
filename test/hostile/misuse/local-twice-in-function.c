// A local mutex of a function that main calls is initialised twice.
// drista: error misuse
// drista: says mutex prepare::m, which is initialised already
// hostile: once
#include <pthread.h>

static void prepare(void)
{
	pthread_mutex_t m;
	pthread_mutex_init(&m, NULL);
	pthread_mutex_init(&m, NULL);
}

int main(void)
{
	prepare();
	return 0;
}
