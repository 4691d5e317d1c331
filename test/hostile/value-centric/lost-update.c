// Two threads count by a load and a store: one of the two may be lost.
// drista: error assertion at WRONG
// drista: options --strategy vc-dpor --model sc
// hostile: once
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *add(void *unused)
{
	count = count + 1;
	return unused;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, add, NULL);
	pthread_create(&b, NULL, add, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(count == 2); // WRONG
}
