// Each round of the loop registers a handler, and the last one to run counts them: no round only waits.
// drista: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;
static int count;

static void counts(void)
{
	count++;
}

static void looks(void)
{
	assert(count != 3);
}

static void *body(void *unused)
{
	flag = 1;
	return unused;
}

int main(void)
{
	pthread_t t;
	atexit(looks);
	pthread_create(&t, 0, body, 0);
	while (!flag)
		atexit(counts);
	pthread_join(t, 0);
	return 0;
}
