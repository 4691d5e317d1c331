/* A reference count with the orders of Boost's documentation (Boost.Atomic, usage examples: reference counting). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
	atomic_int references;
	int uses[2];
};

static void acquire(struct object *object)
{
	atomic_fetch_add_explicit(&object->references, 1, memory_order_relaxed);
}

static void release(struct object *object)
{
	if (atomic_fetch_sub_explicit(&object->references, 1, memory_order_release) != 1)
		return;
	atomic_thread_fence(memory_order_acquire);
	assert(object->uses[0] == 1 && object->uses[1] == 1);
	free(object);
}

static void *user0(void *object)
{
	((struct object *)object)->uses[0]++;
	release(object);
	return NULL;
}

static void *user1(void *object)
{
	((struct object *)object)->uses[1]++;
	release(object);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	struct object *object = calloc(1, sizeof *object);
	if (object == NULL)
		return 1;
	atomic_init(&object->references, 1);
	acquire(object);
	pthread_create(&a, NULL, user0, object);
	acquire(object);
	pthread_create(&b, NULL, user1, object);
	release(object);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
