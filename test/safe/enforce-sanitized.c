/*
 * Drives the library that enforces schedules from two threads, for ThreadSanitizer: the threads share data that only
 * the schedule protects. The schedule comes by descriptor 3 (enforce-sanitized.test.ts).
 */
#include "safe-schedule/enforce.h"
#include "core/protocol.h"

#include <stdlib.h>
#include <unistd.h>

#define ROUNDS 1000

static int inside;
static int rounds[3];
static uint64_t chosen, word;

static void event(enum dr_kind kind)
{
	struct dr_enforced e = {.kind = (uint8_t)kind};
	if (!dr_admit(&e))
		abort();
	dr_done(&e, 0);
}

static void *work(void *thread)
{
	dr_me = (uint32_t)(uintptr_t)thread;
	for (;;) {
		event(DR_MUTEX_LOCK);
		if (inside++)
			abort();
		inside--;
		event(DR_MUTEX_UNLOCK);
		if (dr_me == 1)
			chosen += dr_enforcing_library.choose(2, NULL);
		else
			dr_enforcing_library.atomic(DR_RMW, DR_ADD, (uint64_t)&word, 8, 1, 0, NULL);
		__atomic_add_fetch(&rounds[dr_me], 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

int main(void)
{
	dr_enforcing_library.begin(3, 0);
	dr_enforcing_library.start();
	pthread_t threads[2];
	for (uintptr_t t = 0; t < 2; t++)
		if (pthread_create(&threads[t], NULL, work, (void *)(t + 1)))
			abort();
	/* The schedule has no end, and neither thread goes on for ever without the other one. */
	for (int t = 1; t <= 2; t++)
		while (__atomic_load_n(&rounds[t], __ATOMIC_RELAXED) < ROUNDS)
			usleep(1000);
	_exit(0);
}
