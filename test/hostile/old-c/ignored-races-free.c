// A free that no order separates from an access is an error, though races are ignored.
// drista: error data-race
// drista: options --races ignore
#include <pthread.h>
#include <stdlib.h>

int *shared;

void *use(void *unused)
{
	*shared = 1;
	return unused;
}

int main(void)
{
	shared = malloc(sizeof *shared);
	pthread_t a;
	pthread_create(&a, NULL, use, NULL);
	free(shared);
	pthread_join(a, NULL);
	return 0;
}
