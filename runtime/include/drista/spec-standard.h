/*
 * The standard specifications by name, and tests in C (spec.h): their object, operations and specification, which is a
 * standard one or one's own.
 */
#ifndef DRISTA_SPEC_STANDARD_H
#define DRISTA_SPEC_STANDARD_H

#include <drista/spec-functions.h>

/* The parameters of an operation: `v` an element, which is different in each call; `k` a key, 1 or 2; `1` the number.
 */
struct drista_known_operation {
	const char *name, *parameters;
	drista_spec_function function;
	/* Of a lock: how it takes it, or which of the two it gives back. */
	enum drista_lock_use takes, gives;
};

/* The operations by which main sees at last what is in the object: by taking all out, or by looking. */
struct drista_standard {
	const char *name, *drains, *looks;
	struct drista_known_operation operations[12];
	int has_capacity;
};

static const struct drista_standard drista_spec_standards[] = {
	{"queue", "pop", 0, {{"push", "v", drista_spec_push_back}, {"pop", "", drista_spec_pop_front}}, 1},
	{"stack", "pop", 0, {{"push", "v", drista_spec_push_back}, {"pop", "", drista_spec_pop_back}}, 1},
	{"deque", "pop_front", 0,
		{{"push_front", "v", drista_spec_push_front}, {"push_back", "v", drista_spec_push_back},
			{"pop_front", "", drista_spec_pop_front}, {"pop_back", "", drista_spec_pop_back}},
		1},
	{"set", 0, "contains",
		{{"add", "k", drista_spec_add_key}, {"remove", "k", drista_spec_remove_key},
			{"contains", "k", drista_spec_has_key}}},
	{"map", 0, "get",
		{{"put", "kv", drista_spec_map_put}, {"insert", "kv", drista_spec_map_insert},
			{"get", "k", drista_spec_map_get}, {"remove", "k", drista_spec_remove_key},
			{"contains", "k", drista_spec_has_key}}},
	{"counter", 0, "get",
		{{"add", "1", drista_spec_number_add}, {"increment", "", drista_spec_number_increment},
			{"decrement", "", drista_spec_number_decrement}, {"get", "", drista_spec_number_get}}},
	{"register", 0, "read",
		{{"write", "v", drista_spec_number_set}, {"read", "", drista_spec_number_get},
			{"exchange", "v", drista_spec_number_exchange},
			{"compare_exchange", "kk", drista_spec_number_compare_exchange}}},
	{"lock", 0, 0,
		{{"lock", "", drista_spec_lock, DRISTA_FOR_WRITING, DRISTA_FOR_NOTHING},
			{"try_lock", "", drista_spec_try_lock, DRISTA_FOR_WRITING, DRISTA_FOR_NOTHING},
			{"unlock", "", drista_spec_unlock, DRISTA_FOR_NOTHING, DRISTA_FOR_WRITING}}},
	{"rwlock", 0, 0,
		{{"lock", "", drista_spec_lock, DRISTA_FOR_WRITING, DRISTA_FOR_NOTHING},
			{"try_lock", "", drista_spec_try_lock, DRISTA_FOR_WRITING, DRISTA_FOR_NOTHING},
			{"unlock", "", drista_spec_unlock, DRISTA_FOR_NOTHING, DRISTA_FOR_WRITING},
			{"lock_shared", "", drista_spec_lock_shared, DRISTA_FOR_READING, DRISTA_FOR_NOTHING},
			{"try_lock_shared", "", drista_spec_try_lock_shared, DRISTA_FOR_READING, DRISTA_FOR_NOTHING},
			{"unlock_shared", "", drista_spec_unlock_shared, DRISTA_FOR_NOTHING, DRISTA_FOR_READING}}},
	{"semaphore", 0, 0,
		{{"release", "", drista_spec_release}, {"acquire", "", drista_spec_acquire},
			{"try_acquire", "", drista_spec_try_acquire}}},
	{"channel", "try_receive", 0,
		{{"send", "v", drista_spec_send}, {"try_send", "v", drista_spec_push_back},
			{"receive", "", drista_spec_receive}, {"try_receive", "", drista_spec_pop_front}},
		1},
};

/* Returns a new state of C. */
DRISTA_SPEC_FUNCTION void *drista_spec_make_state(void)
{
	const struct drista_spec_test *test = &drista_spec_test;
	void *state = calloc(1, test->size);
	if (!state)
		drista_spec_fail("no memory is left", "");
	if (test->begin)
		test->begin(state);
	return state;
}

/* Returns a copy of a state of C. */
DRISTA_SPEC_FUNCTION void *drista_spec_copy_state(const void *state)
{
	return memcpy(calloc(1, drista_spec_test.size), state, drista_spec_test.size);
}

/* Are the bytes of the states the same? */
DRISTA_SPEC_FUNCTION int drista_spec_same_state(const void *a, const void *b)
{
	return !memcmp(a, b, drista_spec_test.size);
}

/*
 * The specification is one of one's own: a state of so many bytes without pointers to itself, which are 0 at first, or
 * as `begin` sets them. States count as equal where their bytes are.
 */
DRISTA_SPEC_FUNCTION void drista_spec_own(size_t size, void (*begin)(void *state))
{
	drista_spec_test.size = size;
	drista_spec_test.begin = begin;
	drista_spec_test.state.make = drista_spec_make_state;
	drista_spec_test.state.copy = drista_spec_copy_state;
	drista_spec_test.state.release = free;
	drista_spec_test.state.equal = drista_spec_same_state;
}

/* The specification is the standard one of this name. */
DRISTA_SPEC_FUNCTION void drista_spec_is(const char *name)
{
	drista_spec_own(sizeof(struct drista_items), 0);
	for (size_t i = 0; i < sizeof drista_spec_standards / sizeof *drista_spec_standards; i++)
		if (!strcmp(drista_spec_standards[i].name, name)) {
			drista_spec_test.standard = &drista_spec_standards[i];
			drista_spec_test.name = name;
			return;
		}
	drista_spec_fail(
		"there is no specification of this name (queue, stack, deque, set, map, counter, register, lock, "
		"rwlock, semaphore, channel)",
		name);
}

/* What the standard specification says of the operation. */
DRISTA_SPEC_FUNCTION const struct drista_known_operation *drista_spec_known(const char *name)
{
	const struct drista_standard *standard = drista_spec_test.standard;
	if (!standard)
		drista_spec_fail(
			"give the operation's specification, or say first what the object is (drista_spec_is)", name);
	for (const struct drista_known_operation *known = standard->operations; known->name; known++)
		if (!strcmp(known->name, name))
			return known;
	char what[400] = "the specification has no such operation; it has";
	for (const struct drista_known_operation *known = standard->operations; known->name; known++)
		snprintf(what + strlen(what), sizeof what - strlen(what), "%s %s",
			known == standard->operations ? "" : ",", known->name);
	drista_spec_fail(what, name);
	return 0;
}

/* Performs an operation of C. */
DRISTA_SPEC_FUNCTION void drista_spec_perform_function(
	const struct drista_operation *o, void *object, const long long *arguments, struct drista_text *result)
{
	drista_text_result(result, o->function(object, arguments));
}

/* Asks the specification of an operation of C. */
DRISTA_SPEC_FUNCTION void drista_spec_specify_function(
	const struct drista_operation *o, void *state, const long long *arguments, struct drista_text *result)
{
	drista_text_result(result, o->specification(state, arguments));
}

/* Takes the specification of the operation from the standard one. */
DRISTA_SPEC_FUNCTION void drista_spec_take_known(struct drista_operation *o)
{
	const struct drista_known_operation *known = drista_spec_known(o->name);
	o->specification = known->function;
	o->takes = known->takes;
	o->gives = known->gives;
	o->specify = drista_spec_specify_function;
	o->parameters = (int)strlen(known->parameters);
	for (int i = 0; i < o->parameters; i++)
		o->values[i] = known->parameters[i] == 'k' ? 2 : known->parameters[i] == '1';
	if (drista_spec_test.standard->drains && !strcmp(drista_spec_test.standard->drains, o->name))
		drista_spec_test.drains = o->name;
	if (drista_spec_test.standard->looks && !strcmp(drista_spec_test.standard->looks, o->name))
		drista_spec_test.looks = o->name;
}

/* How the object is made, and how it is released. */
DRISTA_SPEC_FUNCTION void drista_spec_object(void *(*make)(void), void (*release)(void *))
{
	drista_spec_test.make = make;
	drista_spec_test.release = release;
}

/*
 * An operation: the function that performs it on the object, and the one of one's own specification; null: what
 * drista_spec_is has named specifies it. Own ones have no parameters but those that drista_spec_parameter adds.
 */
DRISTA_SPEC_FUNCTION void drista_spec_operation(
	const char *name, drista_spec_function perform, drista_spec_function specification)
{
	struct drista_operation *o = drista_spec_add(name);
	o->function = perform;
	o->perform = drista_spec_perform_function;
	o->specification = specification;
	o->specify = drista_spec_specify_function;
	if (!specification)
		drista_spec_take_known(o);
}

/* Adds a parameter to the last operation, with values 1 to `values`; 0: each call has a value of its own. */
DRISTA_SPEC_FUNCTION void drista_spec_parameter(int values)
{
	struct drista_operation *o = &drista_spec_test.operations[drista_spec_test.count - 1];
	if (!drista_spec_test.count || o->parameters == DRISTA_SPEC_PARAMETERS)
		drista_spec_fail("an operation has at most 2 parameters", drista_spec_test.count ? o->name : "");
	o->values[o->parameters++] = values;
}

#endif
