// A loop that waits calls a function of the C library that sets errno and does nothing else.
// drista: error assertion
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;

static void *setter(void *unused)
{
	atomic_store(&flag, 1);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, setter, NULL);
	errno = 0;
	while (!atomic_load(&flag))
		strtol("99999999999999999999999999", NULL, 10);
	assert(errno == 0);
	pthread_join(t, NULL);
	return 0;
}
