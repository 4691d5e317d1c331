/* A pointer that is published and followed, as by rcu_assign_pointer and rcu_dereference (C11: release and acquire). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int versions[2] = {1, 0};
static int *_Atomic current = &versions[0];

static void *reader(void *unused)
{
	int *seen = atomic_load_explicit(&current, memory_order_acquire);
	assert(*seen > 0);
	return unused;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, reader, NULL);
	pthread_create(&b, NULL, reader, NULL);
	versions[1] = 2;
	atomic_store_explicit(&current, &versions[1], memory_order_release);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
