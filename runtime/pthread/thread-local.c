/*
 * Thread-specific data: pthread keys (POSIX.1-2017 pthread_key_create) and the destructors of C++ thread_local objects.
 * (The objects themselves live in the thread control block.)
 */
#include "memory/plain.h"
#include "pthread/calls.h"
#include "pthread/thread-local.h"
#include "symbolic/foreign.h"
#include "thread-state/local-state.h"
#include "core/log.h"

#include <errno.h>
#include <limits.h>

#define KEYS 1024u
#define MAINS 512u /* those of main are the first ones */
#define THREADS 8u /* those of each other thread */

static struct {
	uint8_t used;
	void (*destructor)(void *);
} key[KEYS];
static const void *key_value[DR_THREADS][KEYS];
static DR_HOT unsigned keys; /* keys from this number on were never handed out */

static unsigned number(void)
{
	return dr_self ? dr_self->number : 0;
}

/* A key that does not exist; KEYS: there is none. Which one it is follows from the thread and its earlier calls, not
 * from what other threads create and delete meanwhile, as long as the thread's own numbers last. */
static unsigned unused_key(void)
{
	static uint16_t created[DR_THREADS];
	unsigned n = number(), made = created[n]++;
	unsigned own = n == 0 ? MAINS : THREADS, first = n == 0 ? 0 : MAINS + (n - 1) * THREADS;
	if (made < own && first + made < KEYS && !key[first + made].used)
		return first + made;
	unsigned i = 0;
	while (i < KEYS && key[i].used)
		i++;
	return i;
}

DR_EXPORT int pthread_key_create(pthread_key_t *out, void (*destructor)(void *))
{
	unsigned i = unused_key();
	if (i == KEYS)
		return EAGAIN;
	key[i].used = 1;
	key[i].destructor = destructor;
	for (unsigned t = 0; keys > i && dr_log && t < dr_log->threads;
		t++) /* it may have values from an earlier use */
		key_value[t][i] = NULL;
	dr_changed();
	dr_local_call(DR_LOCAL_KEY_MADE, i, (uint64_t)destructor);
	dr_plain_range(out, sizeof *out, DR_WRITES, DR_SITE);
	if (keys <= i)
		keys = i + 1;
	*out = i;
	return 0;
}

/* Does the key exist? If not, the use is undefined (POSIX.1-2017 pthread_getspecific) and the run stops; before main,
 * libraries are not checked. */
static int exists(pthread_key_t k, const char *call, const void *site)
{
	if (k < KEYS && key[k].used)
		return 1;
	char self[16];
	if (dr_self)
		dr_error(DR_MISUSE, 0, site, "%s calls %s with a key that was deleted or never created",
			dr_thread_text(dr_self, self), call);
	return 0;
}

int dr_key_delete(pthread_key_t k, const char *call, const void *site)
{
	if (!exists(k, call, site))
		return EINVAL;
	dr_changed();
	dr_local_call(DR_LOCAL_KEY_DELETED, k, 0);
	key[k].used = 0;
	return 0;
}

void *dr_key_get(pthread_key_t k, const char *call, const void *site)
{
	return exists(k, call, site) ? (void *)key_value[number()][k] : NULL;
}

int dr_key_set(pthread_key_t k, const void *value, const char *call, const void *site)
{
	if (!exists(k, call, site))
		return EINVAL;
	dr_changed();
	dr_local_call(DR_LOCAL_KEY_SET, k, (uint64_t)value);
	key_value[number()][k] = value;
	return 0;
}

DR_EXPORT int pthread_key_delete(pthread_key_t k)
{
	return dr_key_delete(k, "pthread_key_delete", DR_SITE);
}
DR_EXPORT void *pthread_getspecific(pthread_key_t k)
{
	return dr_key_get(k, "pthread_getspecific", DR_SITE);
}
DR_EXPORT int pthread_setspecific(pthread_key_t k, const void *value)
{
	return dr_key_set(k, value, "pthread_setspecific", DR_SITE);
}

void dr_keys_run(unsigned thread)
{
	for (int round = 0, again = 1; again && round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
		again = 0;
		for (unsigned i = 0; i < keys; i++) {
			void *value = (void *)key_value[thread][i];
			if (!value || !key[i].used || !key[i].destructor)
				continue;
			key_value[thread][i] = NULL;
			again = 1;
			dr_foreign_enters((const void *)key[i].destructor);
			key[i].destructor(value);
			dr_foreign_leaves((const void *)key[i].destructor);
		}
	}
}

unsigned dr_keys_used(void)
{
	return keys;
}
const void *dr_key_value(unsigned thread, unsigned k)
{
	return key_value[thread][k];
}

#define DESTRUCTORS 4096u
static struct destructor {
	void (*function)(void *);
	void *object;
	struct destructor *next;
} destructor[DESTRUCTORS];
static unsigned destructors;
static struct destructor *first_of[DR_THREADS];

DR_EXPORT int __cxa_thread_atexit_impl(void (*function)(void *), void *object, void *library);

int __cxa_thread_atexit_impl(void (*function)(void *), void *object, void *library)
{
	(void)library;
	if (destructors == DESTRUCTORS)
		dr_unsupported("more than 4096 thread_local objects with destructors");
	dr_changed();
	dr_local_call(DR_LOCAL_DESTRUCTOR, (uint64_t)function, (uint64_t)object);
	struct destructor *d = &destructor[destructors++];
	*d = (struct destructor){function, object, first_of[number()]};
	first_of[number()] = d;
	return 0;
}

void dr_destructors_run(unsigned thread)
{
	while (first_of[thread]) {
		struct destructor *d = first_of[thread];
		first_of[thread] = d->next;
		dr_foreign_enters((const void *)d->function);
		d->function(d->object);
		dr_foreign_leaves((const void *)d->function);
	}
}
