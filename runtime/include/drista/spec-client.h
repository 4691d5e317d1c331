/*
 * Clients (spec.h): the calls that threads make, as text:
 *
 *     push(1) ; push(2) pop() | pop() ; pop() pop()
 *
 * what main calls first; what each thread calls, separated by `|`; what main calls last. And the main function of a
 * test.
 */
#ifndef DRISTA_SPEC_CLIENT_H
#define DRISTA_SPEC_CLIENT_H

#include <drista/spec-judge.h>
#include <pthread.h>

/* The client that runs, and what its calls are made on. */
static struct drista_spec_run {
	struct drista_client client;
	void *object;
	int strict;
} drista_spec_run;

/* With --strict: each call and return writes it, so that their order is that in time. */
static unsigned drista_spec_clock;

/*
 * Another moment, with --strict: just before a call begins, and just after it has returned, so that what returned
 * before another call began comes before it in happens-before.
 */
DRISTA_SPEC_FUNCTION void drista_spec_tick(void)
{
	if (drista_spec_run.strict && __atomic_fetch_add(&drista_spec_clock, 1, __ATOMIC_SEQ_CST) == UINT_MAX)
		drista_spec_fail("too many calls", "");
}

/* Performs the calls of the thread, by its number in the client; 0 and the last number: those of main. */
DRISTA_SPEC_FUNCTION void drista_spec_perform_calls(int thread)
{
	struct drista_spec_run *run = &drista_spec_run;
	int missed = 0; /* bits of drista_lock_use: the last try to take the lock so has failed */
	for (int i = run->client.from[thread]; i < run->client.from[thread + 1]; i++) {
		const struct drista_call *call = &run->client.calls[i];
		struct drista_text result;
		result.length = 0;
		result.text[0] = 0;
		drista_spec_tick();
		drista_observe_text("drista call", call->text);
		const struct drista_operation *o = call->operation;
		if (!(o->gives & missed))
			o->perform(o, run->object, call->arguments, &result);
		if (drista_spec_test.capacity && o->specification == drista_spec_push_back && !result.length)
			drista_spec_fail("with a capacity, this has to return whether there was room", o->name);
		missed &= ~(o->gives | o->takes);
		if (!drista_text_same(result.text, "true"))
			missed |= o->takes;
		drista_observe_text("drista return", result.text);
		drista_spec_tick();
	}
}

/* The start routine of a thread of the client, with its number. */
DRISTA_SPEC_FUNCTION void *drista_client_thread(void *thread)
{
	drista_spec_perform_calls((int)(size_t)thread);
	return 0;
}

/* Runs the client that the text names. Returns the exit code. */
DRISTA_SPEC_FUNCTION int drista_spec_run_client(const char *text, int strict)
{
	struct drista_spec_run *run = &drista_spec_run;
	pthread_t threads[DRISTA_SPEC_THREADS];
	const char *wrong = drista_spec_read_client(text, strlen(text), &run->client);
	if (wrong)
		drista_spec_fail(wrong, text);
	run->strict = strict;
	run->object = drista_spec_test.make();
	drista_spec_perform_calls(0);
	for (int t = 1; t <= run->client.threads; t++)
		if (pthread_create(&threads[t - 1], 0, drista_client_thread, (void *)(size_t)t))
			drista_spec_fail("a thread cannot be created", "");
	for (int t = 1; t <= run->client.threads; t++)
		pthread_join(threads[t - 1], 0);
	drista_spec_perform_calls(run->client.threads + 1);
	drista_spec_test.release(run->object);
	return 0;
}

/* Prints what the test consists of, for drista (src/spec/description.ts). */
DRISTA_SPEC_FUNCTION int drista_spec_describe(void)
{
	const struct drista_spec_test *test = &drista_spec_test;
	printf("{\"form\":\"drista spec\",\"name\":\"%s\",\"calls\":%d,\"threads\":%d,\"operations\":[",
		test->name ? test->name : "", test->calls, test->threads);
	for (int i = 0; i < test->count; i++) {
		const struct drista_operation *o = &test->operations[i];
		printf("%s{\"name\":\"%s\",\"parameters\":[", i ? "," : "", o->name);
		for (int p = 0; p < o->parameters; p++)
			printf("%s%d", p ? "," : "", o->values[p]);
		printf("]}");
	}
	printf("]");
	if (test->fills)
		printf(",\"initial\":{\"operation\":\"%s\",\"calls\":%d}", test->fills, test->initial);
	if (test->drains)
		printf(",\"drain\":\"%s\"", test->drains);
	if (test->looks)
		printf(",\"look\":\"%s\"", test->looks);
	if (test->progress)
		printf(",\"progress\":\"%s\"", test->progress);
	if (test->steps)
		printf(",\"steps\":%d", test->steps);
	printf("}\n");
	return 0;
}

/* The main function. Returns the exit code. */
DRISTA_SPEC_FUNCTION int drista_spec_main(int argc, char **argv)
{
	const struct drista_spec_test *test = &drista_spec_test;
	const char *does = argc > 1 ? argv[1] : "";
	if (!test->count)
		drista_spec_fail("the test has no operation", "");
	if (!test->make || !test->state.make)
		drista_spec_fail("the test does not say what the object is, and what it is to be", "");
	if (test->drains && !drista_spec_find(test->drains, strlen(test->drains)))
		drista_spec_fail("the test has no such operation, with which to empty the object", test->drains);
	if (test->drains && drista_spec_find(test->drains, strlen(test->drains))->parameters)
		drista_spec_fail("an operation that empties the object has no parameters", test->drains);
	if (test->looks && !drista_spec_find(test->looks, strlen(test->looks)))
		drista_spec_fail("the test has no such operation, with which to look at the object", test->looks);
	if (test->fills && !drista_spec_find(test->fills, strlen(test->fills)))
		drista_spec_fail("the test has no such operation, with which to fill the object", test->fills);
	if (test->capacity && !(test->standard && test->standard->has_capacity))
		drista_spec_fail("only queues, stacks, deques and channels have a capacity", "capacity");
	if (argc == 2 && !strcmp(does, "describe"))
		return drista_spec_describe();
	if (!strcmp(does, "clients"))
		return drista_spec_answer_all(argv + 2, drista_spec_judge_client);
	if (!strcmp(does, "judge"))
		return drista_spec_answer_all(argv + 2, drista_spec_judge_history);
	if (argc == 3 && !strcmp(does, "run"))
		return drista_spec_run_client(argv[2], 0);
	if (argc == 3 && !strcmp(does, "run-strict"))
		return drista_spec_run_client(argv[2], 1);
	fprintf(stderr, "This is a test for `drista spec`; or give: run 'push(1) | pop()'\n");
	return 2;
}

#endif
