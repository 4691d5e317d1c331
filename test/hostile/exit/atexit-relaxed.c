// Main returns while another thread runs: the handler may see what that thread stores.
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
static void handler(void)
{
	assert(atomic_load_explicit(&x, memory_order_relaxed) == 0); // WRONG
}
static void *writer(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	return unused;
}
int main(void)
{
	pthread_t t;
	atexit(handler);
	pthread_create(&t, NULL, writer, NULL);
	return 0;
}
