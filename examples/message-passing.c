/*
 * Message passing: the message is ordinary data; the flag is written with release and read with acquire, so who
 * sees the flag sees the message.
 *
 * drista: verified
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int message; /* static, clang would make a flag of it, for it is 0 or 42 */
static atomic_int ready;

static void *sender(void *unused)
{
	(void)unused;
	message = 42;
	atomic_store_explicit(&ready, 1, memory_order_release);
	return NULL;
}

static void *receiver(void *unused)
{
	(void)unused;
	if (atomic_load_explicit(&ready, memory_order_acquire))
		assert(message == 42);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, sender, NULL);
	pthread_create(&b, NULL, receiver, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
