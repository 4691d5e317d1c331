/*
 * A reference count: who drops the last reference destroys the object. The decrement is acquire and release, so all
 * uses of the object come before its destruction.
 *
 * drista: verified
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
	atomic_int references;
	int value;
};

static void drop(struct object *object)
{
	if (atomic_fetch_sub_explicit(&object->references, 1, memory_order_acq_rel) == 1) {
		object->value = 0;
		free(object);
	}
}

static void *use(void *argument)
{
	struct object *object = argument;
	assert(object->value == 42);
	drop(object);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	struct object *object = malloc(sizeof *object);
	atomic_init(&object->references, 2);
	object->value = 42;
	pthread_create(&a, NULL, use, object);
	pthread_create(&b, NULL, use, object);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
