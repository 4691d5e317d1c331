// A global condition variable is initialised by two calls.
// hostile: long
// drista: error misuse at WRONG
// hostile: once
#include <pthread.h>

static pthread_cond_t c;

int main(void)
{
	pthread_cond_init(&c, NULL);
	pthread_cond_init(&c, NULL); // WRONG
	return 0;
}
