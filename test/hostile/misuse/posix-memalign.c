// posix_memalign with an alignment that is no multiple of sizeof(void *), in a thread, its result unchecked.
// drista: error misuse at WRONG
// hostile: once
#include <pthread.h>
#include <stdlib.h>

static void *other(void *unused)
{
	void *p = NULL;
	if (posix_memalign(&p, 64, 100) == 0) // any size is right
		free(p);
	posix_memalign(&p, 4, 100); // WRONG
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, other, NULL);
	pthread_join(t, NULL);
	return 0;
}
