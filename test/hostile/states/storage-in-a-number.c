// What a thread has read lies in the padding of an object that serves as storage.
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *looks(void *unused)
{
	long double storage;
	unsigned char *p = (unsigned char *)&storage;
	p[12] = (unsigned char)atomic_load_explicit(&x, memory_order_relaxed);
	int seen = atomic_load_explicit(&x, memory_order_relaxed);
	assert(!(p[12] == 1 && seen == 2)); // WRONG
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, looks, NULL);
	atomic_store(&x, 1);
	atomic_store(&x, 2);
	pthread_join(t, NULL);
}
