/* A ticket lock with the orders of libvsync's ticketlock.h. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint next, owner;
static int data;

static void *worker(void *unused)
{
	unsigned mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
	while (atomic_load_explicit(&owner, memory_order_acquire) != mine)
		;
	data++;
	unsigned now = atomic_load_explicit(&owner, memory_order_relaxed);
	atomic_store_explicit(&owner, now + 1, memory_order_release);
	return unused;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	worker(NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(data == 3);
	return 0;
}
