/* What a test for `drista spec` consists of (spec.h): operations, the object that they are called on, and their
 * specification. */
#ifndef DRISTA_SPEC_CORE_H
#define DRISTA_SPEC_CORE_H

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What an operation returns in C that has no result, and one that finds nothing, such as a pop of an empty queue. */
#define DRISTA_VOID LLONG_MIN
#define DRISTA_NONE (LLONG_MIN + 1)

enum {
	DRISTA_SPEC_OPERATIONS = 16,
	DRISTA_SPEC_PARAMETERS = 2,
	DRISTA_SPEC_CALLS = 32,
	DRISTA_SPEC_THREADS = 8,
	DRISTA_SPEC_CHOICES = 8,
	DRISTA_SPEC_NAME = 40,
	DRISTA_SPEC_LENGTH = 120
};

#define DRISTA_SPEC_FUNCTION __attribute__((unused)) static

/* A result as text: results are compared as texts. Empty: there is none, which equals all. */
struct drista_text {
	unsigned length;
	char text[DRISTA_SPEC_LENGTH];
};

/* An operation as a function in C: of the object, or of the state of the specification. */
typedef long long (*drista_spec_function)(void *object, const long long *arguments);

struct drista_operation {
	const char *name;
	int parameters;
	/* Of each parameter: how many values it may have, 1 to so many; 0: each call has a value of its own. */
	int values[DRISTA_SPEC_PARAMETERS];
	void (*perform)(
		const struct drista_operation *, void *object, const long long *arguments, struct drista_text *result);
	void (*specify)(
		const struct drista_operation *, void *state, const long long *arguments, struct drista_text *result);
	drista_spec_function function, specification; /* of C */
	int takes, gives; /* of a standard lock: bits of drista_lock_use */
	const void *callable, *specified; /* of C++ */
};

/* The state of a specification. */
struct drista_state_kind {
	void *(*make)(void);
	void *(*copy)(const void *);
	void (*release)(void *);
	int (*equal)(const void *, const void *); /* null: nobody knows */
};

struct drista_standard;

/* The test. */
static struct drista_spec_test {
	const char *name;
	int calls, threads, initial;
	int capacity; /* of a queue, stack, deque or channel; 0: it has room for any number of elements */
	const char *drains, *looks, *fills;
	int unsynchronised;
	/* How threads get on whatever others do (drista --check), and the most steps of a call; 0: nothing is said. */
	const char *progress;
	int steps;
	int count;
	struct drista_operation operations[DRISTA_SPEC_OPERATIONS];
	void *(*make)(void);
	void (*release)(void *);
	struct drista_state_kind state;
	const struct drista_standard *standard;
	/* Of C: the size of the state, and the function that sets it up. */
	size_t size;
	void (*begin)(void *state);
} drista_spec_test = {.calls = 4, .threads = 3};

/* Ends the program: the test is wrong. */
DRISTA_SPEC_FUNCTION void drista_spec_fail(const char *what, const char *name)
{
	fprintf(stderr, "drista spec: %s%s%s\n", name, name[0] ? ": " : "", what);
	exit(2);
}

/* Appends characters; the result is too long: ends the program. */
DRISTA_SPEC_FUNCTION void drista_text_add(struct drista_text *to, const char *text, size_t length)
{
	if (to->length + length >= DRISTA_SPEC_LENGTH)
		drista_spec_fail("a result has more than 119 characters, compare something shorter", "");
	memcpy(to->text + to->length, text, length);
	to->length += (unsigned)length;
	to->text[to->length] = 0;
}

/* Appends a string. */
DRISTA_SPEC_FUNCTION void drista_text_string(struct drista_text *to, const char *text)
{
	drista_text_add(to, text, strlen(text));
}

/* Appends a number in decimal. */
DRISTA_SPEC_FUNCTION void drista_text_number(struct drista_text *to, long long value)
{
	char digits[24];
	unsigned at = sizeof digits;
	unsigned long long left = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
	do
		digits[--at] = (char)('0' + left % 10);
	while (left /= 10);
	if (value < 0)
		digits[--at] = '-';
	drista_text_add(to, digits + at, sizeof digits - at);
}

/* Appends a result that is a text: in quotes, so that it is no other result. */
DRISTA_SPEC_FUNCTION void drista_text_quoted(struct drista_text *to, const char *text)
{
	drista_text_string(to, "\"");
	drista_text_string(to, text);
	drista_text_string(to, "\"");
}

/* What a function of C has returned. */
DRISTA_SPEC_FUNCTION void drista_text_result(struct drista_text *to, long long value)
{
	if (value == DRISTA_NONE)
		drista_text_string(to, "none");
	else if (value != DRISTA_VOID)
		drista_text_number(to, value);
}

/* Is the first one the number that the second one has as a text, as elements do that are texts? */
DRISTA_SPEC_FUNCTION int drista_text_spells(const char *number, const char *text)
{
	const size_t digits = strspn(number, "0123456789");
	return digits && !number[digits] && strlen(text) == digits + 2 && text[0] == '"' &&
	       !strncmp(text + 1, number, digits);
}

/* Are the results the same? One that is not there equals all, and C has numbers for truth. */
DRISTA_SPEC_FUNCTION int drista_text_same(const char *a, const char *b)
{
	if (!*a || !*b || !strcmp(a, b) || drista_text_spells(a, b) || drista_text_spells(b, a))
		return 1;
	const char *truth[2] = {"false", "true"};
	for (int i = 0; i < 2; i++) {
		char digit[2] = {(char)('0' + i), 0};
		if ((!strcmp(a, truth[i]) && !strcmp(b, digit)) || (!strcmp(b, truth[i]) && !strcmp(a, digit)))
			return 1;
	}
	return 0;
}

/* What the specification is asked for at the moment. */
static struct drista_question {
	/* The call, by its number in the client, and its thread. */
	int call, thread;
	/* Of each call: bit i: it began before call i returned, in happens-before. Null: not asked. */
	const unsigned *began;
	/* The call cannot be made in this state: it waits; it may not be made; the call + 1 that it is not after. */
	int waits, forbidden, unordered;
	int at, known;
	unsigned chosen[DRISTA_SPEC_CHOICES], of[DRISTA_SPEC_CHOICES];
} drista_spec_now;

/* For specifications: the number of the call in the client. */
DRISTA_SPEC_FUNCTION int drista_spec_call(void)
{
	return drista_spec_now.call;
}

/* For specifications: the number of the calling thread in the client; 0: main. */
DRISTA_SPEC_FUNCTION int drista_spec_thread(void)
{
	return drista_spec_now.thread;
}

/* The operation waits until the condition holds. Returns it; the result does not count if it is false. */
DRISTA_SPEC_FUNCTION int drista_spec_wait(int condition)
{
	drista_spec_now.waits |= !condition;
	return condition;
}

/* The operation may only be called where the condition holds: other clients are left out. Returns it. */
DRISTA_SPEC_FUNCTION int drista_spec_need(int condition)
{
	drista_spec_now.forbidden |= !condition;
	return condition;
}

/* One of 0 .. n-1: the specification permits each. */
DRISTA_SPEC_FUNCTION unsigned drista_spec_choose(unsigned n)
{
	struct drista_question *q = &drista_spec_now;
	if (q->at == DRISTA_SPEC_CHOICES)
		drista_spec_fail("the specification chooses more than 8 times in a call", "");
	if (q->at == q->known) {
		q->chosen[q->known] = 0;
		q->of[q->known++] = n;
	}
	return q->chosen[q->at++];
}

/* The call takes something from the call of this number, which is to begin before this one returns. */
DRISTA_SPEC_FUNCTION void drista_spec_after(int call)
{
	struct drista_question *q = &drista_spec_now;
	if (q->began && !(q->began[call] >> q->call & 1))
		q->unordered = call + 1;
}

/* The operation of that name; null: there is none. */
DRISTA_SPEC_FUNCTION const struct drista_operation *drista_spec_find(const char *name, size_t length)
{
	for (int i = 0; i < drista_spec_test.count; i++) {
		const struct drista_operation *o = &drista_spec_test.operations[i];
		if (strlen(o->name) == length && !memcmp(o->name, name, length))
			return o;
	}
	return 0;
}

/* Adds an operation of that name, which nothing is known of. */
DRISTA_SPEC_FUNCTION struct drista_operation *drista_spec_add(const char *name)
{
	struct drista_spec_test *test = &drista_spec_test;
	if (test->count == DRISTA_SPEC_OPERATIONS)
		drista_spec_fail("a test has at most 16 operations", name);
	if (!*name || strpbrk(name, "()|;, \t\n"))
		drista_spec_fail("this cannot be the name of an operation", name);
	if (strlen(name) > DRISTA_SPEC_NAME)
		drista_spec_fail("the name of an operation has at most 40 characters", name);
	if (drista_spec_find(name, strlen(name)))
		drista_spec_fail("two operations have this name", name);
	struct drista_operation *o = &test->operations[test->count++];
	o->name = name;
	return o;
}

/* How many calls the largest clients have, without the last ones that empty the object. */
DRISTA_SPEC_FUNCTION void drista_spec_calls(int calls)
{
	drista_spec_test.calls = calls;
}

/* How many threads the largest clients have. */
DRISTA_SPEC_FUNCTION void drista_spec_threads(int threads)
{
	drista_spec_test.threads = threads;
}

/* A queue, stack, deque or channel has room for so many elements: a push returns whether there was room. */
DRISTA_SPEC_FUNCTION void drista_spec_capacity(int elements)
{
	if (elements < 1)
		drista_spec_fail("there is room for at least one element", "capacity");
	drista_spec_test.capacity = elements;
}

/* Up to so many calls of the operation are made before all threads. */
DRISTA_SPEC_FUNCTION void drista_spec_initial(const char *operation, int calls)
{
	drista_spec_test.fills = operation;
	drista_spec_test.initial = calls;
}

/* The operation is called after all threads, as often as there have been other calls, and once more. */
DRISTA_SPEC_FUNCTION void drista_spec_drain(const char *operation)
{
	drista_spec_test.drains = operation;
}

/* The operation is called after all threads, once with each of the values that its parameters may have. */
DRISTA_SPEC_FUNCTION void drista_spec_look(const char *operation)
{
	drista_spec_test.looks = operation;
}

/* What is taken out of the structure need not happen after it was put in. */
DRISTA_SPEC_FUNCTION void drista_spec_unsynchronised(void)
{
	drista_spec_test.unsynchronised = 1;
}

/* A call ends if all other threads stand still, wherever they do. */
DRISTA_SPEC_FUNCTION void drista_spec_obstruction_free(void)
{
	drista_spec_test.progress = "obstruction-free";
}

/* Some call ends, whichever threads go on. */
DRISTA_SPEC_FUNCTION void drista_spec_lock_free(void)
{
	drista_spec_test.progress = "lock-free";
}

/* Each call ends after at most so many steps: atomic operations, and calls of the thread library. */
DRISTA_SPEC_FUNCTION void drista_spec_wait_free(int steps)
{
	if (steps < 1)
		drista_spec_fail("a call takes at least one step", "wait_free");
	drista_spec_lock_free();
	drista_spec_test.steps = steps;
}

#endif
