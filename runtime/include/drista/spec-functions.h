/*
 * Specifications of usual data structures (spec.h). Elements and keys are numbers; all but sets, maps and registers ask
 * that what is taken happens after it was given.
 */
#ifndef DRISTA_SPEC_FUNCTIONS_H
#define DRISTA_SPEC_FUNCTIONS_H

#include <drista/spec-core.h>

struct drista_item {
	long long key, value;
	int from; /* the call that has put it in */
};

struct drista_items {
	int count;
	struct drista_item all[DRISTA_SPEC_CALLS];
};

/* The state of a standard specification. */
DRISTA_SPEC_FUNCTION struct drista_items *drista_items(void *state)
{
	return (struct drista_items *)state;
}

/* Puts an element at the place; it is from the present call. */
DRISTA_SPEC_FUNCTION long long drista_items_put(struct drista_items *s, int at, long long key, long long value)
{
	if (s->count == DRISTA_SPEC_CALLS)
		drista_spec_fail("the specification has more than 32 elements", "");
	memmove(s->all + at + 1, s->all + at, (size_t)(s->count++ - at) * sizeof *s->all);
	s->all[at].key = key;
	s->all[at].value = value;
	s->all[at].from = drista_spec_call();
	return DRISTA_VOID;
}

/* Puts an element in, if there is room. Returns whether there was; where there is room for any number, nothing. */
DRISTA_SPEC_FUNCTION long long drista_items_offer(struct drista_items *s, int at, long long value)
{
	const int capacity = drista_spec_test.capacity;
	if (capacity && s->count == capacity)
		return 0;
	drista_items_put(s, at, 0, value);
	return capacity ? 1 : DRISTA_VOID;
}

/* Removes the element at the place. */
DRISTA_SPEC_FUNCTION void drista_items_remove(struct drista_items *s, int at)
{
	memmove(s->all + at, s->all + at + 1, (size_t)(--s->count - at) * sizeof *s->all);
	memset(s->all + s->count, 0, sizeof *s->all);
}

/* Takes the element out, after the call that it is from. Returns its value; there is none at the place: DRISTA_NONE. */
DRISTA_SPEC_FUNCTION long long drista_items_take(struct drista_items *s, int at)
{
	if (at < 0 || at >= s->count)
		return DRISTA_NONE;
	long long value = s->all[at].value;
	drista_spec_after(s->all[at].from);
	drista_items_remove(s, at);
	return value;
}

/* Where the key is; -1: nowhere. */
DRISTA_SPEC_FUNCTION int drista_items_find(const struct drista_items *s, long long key)
{
	int at = 0;
	while (at < s->count && s->all[at].key != key)
		at++;
	return at < s->count ? at : -1;
}

/* Puts the key in order, so that equal sets are equal states; elements of sets and maps are from no call. */
DRISTA_SPEC_FUNCTION void drista_items_insert(struct drista_items *s, long long key, long long value)
{
	int at = 0;
	while (at < s->count && s->all[at].key < key)
		at++;
	drista_items_put(s, at, key, value);
	s->all[at].from = 0;
}

/* A function of a specification: of its state, and of the arguments `a` of the call. */
#define DRISTA_SPECIFIED(NAME) DRISTA_SPEC_FUNCTION long long drista_spec_##NAME(void *state, const long long *a)

DRISTA_SPECIFIED(push_back)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	return drista_items_offer(s, s->count, a[0]);
}

DRISTA_SPECIFIED(push_front)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	return drista_items_offer(s, 0, a[0]);
}

DRISTA_SPECIFIED(pop_back)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	return drista_items_take(s, s->count - 1);
}

DRISTA_SPECIFIED(pop_front)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	return drista_items_take(s, 0);
}

DRISTA_SPECIFIED(send)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	if (drista_spec_wait(!drista_spec_test.capacity || s->count < drista_spec_test.capacity))
		drista_items_put(s, s->count, 0, a[0]);
	return DRISTA_VOID;
}

DRISTA_SPECIFIED(receive)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	return drista_spec_wait(s->count > 0) ? drista_items_take(s, 0) : DRISTA_NONE;
}

/* Sets and maps. */
DRISTA_SPECIFIED(add_key)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	if (drista_items_find(s, a[0]) >= 0)
		return 0;
	drista_items_insert(s, a[0], 0);
	return 1;
}

DRISTA_SPECIFIED(has_key)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	return drista_items_find(s, a[0]) >= 0;
}

DRISTA_SPECIFIED(remove_key)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	int at = drista_items_find(s, a[0]);
	if (at >= 0)
		drista_items_remove(s, at);
	return at >= 0;
}

DRISTA_SPECIFIED(map_put)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	int at = drista_items_find(s, a[0]);
	if (at < 0)
		drista_items_insert(s, a[0], a[1]);
	else
		s->all[at].value = a[1];
	return DRISTA_VOID;
}

DRISTA_SPECIFIED(map_insert)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	if (drista_items_find(s, a[0]) >= 0)
		return 0;
	drista_items_insert(s, a[0], a[1]);
	return 1;
}

DRISTA_SPECIFIED(map_get)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	int at = drista_items_find(s, a[0]);
	return at < 0 ? DRISTA_NONE : s->all[at].value;
}

/* Numbers: all[0].value. */
DRISTA_SPECIFIED(number_add)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	long long old = s->all[0].value;
	s->all[0].value += a[0];
	return old;
}

DRISTA_SPECIFIED(number_increment)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	return s->all[0].value++;
}

DRISTA_SPECIFIED(number_decrement)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	return s->all[0].value--;
}

DRISTA_SPECIFIED(number_get)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	return s->all[0].value;
}

DRISTA_SPECIFIED(number_set)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	s->all[0].value = a[0];
	return DRISTA_VOID;
}

DRISTA_SPECIFIED(number_exchange)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	long long old = s->all[0].value;
	s->all[0].value = a[0];
	return old;
}

DRISTA_SPECIFIED(number_compare_exchange)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	if (s->all[0].value != a[0])
		return 0;
	s->all[0].value = a[1];
	return 1;
}

/*
 * Locks. all[0]: value: the thread that has it for writing + 1; from: the call + 1 that has given it back last.
 * all[1 + thread]: value: how often the thread has it for reading; from: as above, of a reader; key: bits of
 * drista_lock_use: the last try to take it so has failed.
 *
 * A thread that gives back what its last try has not got calls nothing (spec-client.h): so clients may have a try and
 * then an unlock.
 */
enum drista_lock_use { DRISTA_FOR_NOTHING = 0, DRISTA_FOR_WRITING = 1, DRISTA_FOR_READING = 2 };

/* Notes whether the calling thread has got it. Returns that. */
DRISTA_SPEC_FUNCTION long long drista_lock_got(struct drista_items *s, enum drista_lock_use use, int got)
{
	struct drista_item *mine = &s->all[1 + drista_spec_thread()];
	mine->key = got ? mine->key & ~(long long)use : mine->key | (long long)use;
	return got;
}

/* Has the last try of the calling thread failed? It has given nothing back since. */
DRISTA_SPEC_FUNCTION int drista_lock_gives_nothing(struct drista_items *s, enum drista_lock_use use)
{
	const int missed = (s->all[1 + drista_spec_thread()].key & use) != 0;
	drista_lock_got(s, use, 1);
	return missed;
}

/* May the calling thread have it? */
DRISTA_SPEC_FUNCTION int drista_lock_is_free(const struct drista_items *s, enum drista_lock_use use)
{
	int readers = 0;
	for (int i = 1; i <= DRISTA_SPEC_THREADS + 1; i++)
		readers += s->all[i].value != 0;
	return s->all[0].value == 0 && (use == DRISTA_FOR_READING || readers == 0);
}

/* Does the calling thread not have it for writing? */
DRISTA_SPEC_FUNCTION int drista_lock_is_not_mine(const struct drista_items *s)
{
	return s->all[0].value != drista_spec_thread() + 1;
}

/* The calling thread takes it, after all calls that have given it back. */
DRISTA_SPEC_FUNCTION void drista_lock_take(struct drista_items *s, enum drista_lock_use use)
{
	for (int i = 0; i <= (use == DRISTA_FOR_READING ? 0 : DRISTA_SPEC_THREADS + 1); i++)
		if (s->all[i].from)
			drista_spec_after(s->all[i].from - 1);
	if (use == DRISTA_FOR_READING)
		s->all[1 + drista_spec_thread()].value++;
	else
		s->all[0].value = drista_spec_thread() + 1;
	drista_lock_got(s, use, 1);
}

/* The calling thread waits until it has it. */
DRISTA_SPEC_FUNCTION long long drista_lock_wait(void *state, enum drista_lock_use use)
{
	struct drista_items *s = drista_items(state);
	if (drista_spec_need(drista_lock_is_not_mine(s)) && drista_spec_wait(drista_lock_is_free(s, use)))
		drista_lock_take(s, use);
	return DRISTA_VOID;
}

/* The calling thread takes it if that is possible. Returns whether it is. */
DRISTA_SPEC_FUNCTION long long drista_lock_try(void *state, enum drista_lock_use use)
{
	struct drista_items *s = drista_items(state);
	if (!drista_spec_need(drista_lock_is_not_mine(s)) || !drista_lock_is_free(s, use))
		return drista_lock_got(s, use, 0);
	drista_lock_take(s, use);
	return 1;
}

DRISTA_SPECIFIED(lock)
{
	(void)a;
	return drista_lock_wait(state, DRISTA_FOR_WRITING);
}

DRISTA_SPECIFIED(try_lock)
{
	(void)a;
	return drista_lock_try(state, DRISTA_FOR_WRITING);
}

DRISTA_SPECIFIED(unlock)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	if (drista_lock_gives_nothing(s, DRISTA_FOR_WRITING) || !drista_spec_need(!drista_lock_is_not_mine(s)))
		return DRISTA_VOID;
	s->all[0].value = 0;
	s->all[0].from = drista_spec_call() + 1;
	return DRISTA_VOID;
}

DRISTA_SPECIFIED(lock_shared)
{
	(void)a;
	return drista_lock_wait(state, DRISTA_FOR_READING);
}

DRISTA_SPECIFIED(try_lock_shared)
{
	(void)a;
	return drista_lock_try(state, DRISTA_FOR_READING);
}

DRISTA_SPECIFIED(unlock_shared)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	struct drista_item *mine = &s->all[1 + drista_spec_thread()];
	if (drista_lock_gives_nothing(s, DRISTA_FOR_READING) || !drista_spec_need(mine->value > 0))
		return DRISTA_VOID;
	mine->value--;
	mine->from = drista_spec_call() + 1;
	return DRISTA_VOID;
}

/* A semaphore that begins with 0: an element for each release that nobody has taken. */
DRISTA_SPECIFIED(release)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	return drista_items_put(s, s->count, 0, 0);
}

DRISTA_SPECIFIED(acquire)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	if (drista_spec_wait(s->count > 0))
		drista_items_take(s, 0);
	return DRISTA_VOID;
}

DRISTA_SPECIFIED(try_acquire)
{
	(void)a;
	struct drista_items *s = drista_items(state);
	return drista_items_take(s, 0) != DRISTA_NONE;
}

#undef DRISTA_SPECIFIED

#endif
