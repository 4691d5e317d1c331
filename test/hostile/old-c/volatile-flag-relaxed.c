// Message passing by a volatile flag: relaxed accesses do not order the data, which races.
// drista: error data-race at WRONG
// drista: options --volatile relaxed
#include <assert.h>
#include <pthread.h>

static int data;
static volatile int ready;

static void *sends(void *unused)
{
	data = 1;
	ready = 1;
	return unused;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, sends, NULL);
	while (!ready)
		;
	assert(data == 1); // WRONG
	pthread_join(a, NULL);
	return 0;
}
