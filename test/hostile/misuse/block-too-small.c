// A condition variable is initialised in a block that is too small for it.
// drista: error memory at WRONG
// hostile: once
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
	pthread_cond_t *c = malloc(sizeof *c / 2);
	pthread_cond_init(c, NULL); // WRONG
	return 0;
}
