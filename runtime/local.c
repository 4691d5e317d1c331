/*
 * What belongs to one thread: pthread keys and the destructors of C++ thread_local objects. (The objects themselves live in
 * the thread control block.)
 */
#include "fiber.h"
#include "log.h"

#include <errno.h>
#include <limits.h>

static struct {
	uint8_t used;
	void (*destructor)(void *);
} key[DR_KEYS];
static unsigned keys; /* none beyond was ever handed out */

static struct dr_fiber *self(void)
{
	return dr_self ? dr_self->fiber : &dr_fiber[0];
}

DR_EXPORT int pthread_key_create(pthread_key_t *out, void (*destructor)(void *))
{
	for (unsigned i = 0; i < DR_KEYS; i++)
		if (!key[i].used) {
			key[i].used = 1;
			key[i].destructor = destructor;
			for (unsigned t = 0; keys > i && dr_log && t < dr_log->threads; t++) /* handed out before */
				dr_fiber[t].key_value[i] = NULL;
			if (keys <= i)
				keys = i + 1;
			*out = i;
			return 0;
		}
	return EAGAIN;
}

DR_EXPORT int pthread_key_delete(pthread_key_t k)
{
	if (k >= DR_KEYS || !key[k].used)
		return EINVAL;
	key[k].used = 0;
	return 0;
}

DR_EXPORT void *pthread_getspecific(pthread_key_t k)
{
	return k < DR_KEYS && key[k].used ? (void *)self()->key_value[k] : NULL;
}

DR_EXPORT int pthread_setspecific(pthread_key_t k, const void *value)
{
	if (k >= DR_KEYS || !key[k].used)
		return EINVAL;
	self()->key_value[k] = value;
	return 0;
}

void dr_keys_run(struct dr_fiber *f)
{
	for (int round = 0, again = 1; again && round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
		again = 0;
		for (unsigned i = 0; i < keys; i++) {
			void *value = (void *)f->key_value[i];
			if (!value || !key[i].used || !key[i].destructor)
				continue;
			f->key_value[i] = NULL;
			again = 1;
			key[i].destructor(value);
		}
	}
}

#define DESTRUCTORS 4096u
static struct dr_destructor destructor[DESTRUCTORS];
static unsigned destructors;

DR_EXPORT int __cxa_thread_atexit_impl(void (*function)(void *), void *object, void *library);

int __cxa_thread_atexit_impl(void (*function)(void *), void *object, void *library)
{
	(void)library;
	if (destructors == DESTRUCTORS)
		dr_unsupported("more than 4096 thread_local objects with destructors");
	struct dr_destructor *d = &destructor[destructors++];
	*d = (struct dr_destructor){function, object, self()->destructors};
	self()->destructors = d;
	return 0;
}

void dr_destructors_run(struct dr_fiber *f)
{
	while (f->destructors) {
		struct dr_destructor *d = f->destructors;
		f->destructors = d->next;
		d->function(d->object);
	}
}
