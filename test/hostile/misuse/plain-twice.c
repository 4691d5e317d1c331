// The same in a program that was not compiled for drista.
// drista: error misuse
// hostile: built-with plain
// hostile: once
#include <pthread.h>

static pthread_mutex_t m;

int main(void)
{
	pthread_mutex_init(&m, NULL);
	pthread_mutex_init(&m, NULL);
	return 0;
}
