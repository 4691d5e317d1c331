// main writes only after it has joined a thread: the other thread may see that, though the join is no read.
// drista: error assertion at WRONG
// drista: options --strategy vc-dpor --model sc
// hostile: once
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *nothing(void *unused)
{
	return unused;
}

static void *look(void *unused)
{
	assert(x == 0); // WRONG
	return unused;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, nothing, NULL);
	pthread_create(&b, NULL, look, NULL);
	pthread_join(a, NULL);
	x = 1;
	pthread_join(b, NULL);
}
