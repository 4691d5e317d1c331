// drista: error data-race at WRONG
// drista: says (it is volatile, which does not synchronise threads
//
// The hint follows from the accesses: a block on the heap has no declaration.
#include <pthread.h>
#include <stdlib.h>

struct flag {
	volatile int set;
};

static void *setter(void *given)
{
	struct flag *flag = given;
	flag->set = 1; // WRONG
	return NULL;
}

int main(void)
{
	struct flag *flag = calloc(1, sizeof *flag);
	pthread_t t;
	pthread_create(&t, NULL, setter, flag);
	while (!flag->set)
		;
	pthread_join(t, NULL);
	free(flag);
	return 0;
}
