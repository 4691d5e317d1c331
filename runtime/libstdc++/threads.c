/*
 * Wrappers of compiled functions of libstdc++ that call pthread functions for the program ([thread.thread.constr],
 * [thread.thread.member], [thread.condition.condvar]). A wrapper pushes the call to the thread's call stack, as
 * instrumented code does (callstack.c), so that a report can name the line of the program; announces the accesses of
 * libstdc++'s function to the program's memory; and calls it. They have the C++ names, and are weak, since libstdc++
 * may be linked statically.
 */
#include "memory/plain.h"
#include "prim/real.h"
#include "libstdc++/containers.h"

DR_EXPORT void __tsan_func_entry(void *pc);
DR_EXPORT void __tsan_func_exit(void);

/* Defines a wrapper. If the function throws, the next push removes the entry (callstack.c). `written`: the address of a
 * pointer that libstdc++'s function reads first and sets to 0 at the end, unless it throws; or NULL. */
#define ENTERED(name, symbol, written, parameters, ...) \
	WEAK void name parameters __asm__(symbol); \
	void name parameters \
	{ \
		static void(*real) parameters; \
		dr_real_one(&real, symbol); \
		if (!real) \
			dr_unsupported("std::thread with a part of libstdc++ linked in"); \
		__tsan_func_entry(DR_SITE); \
		uint64_t before = reads(written, DR_SITE); \
		real(__VA_ARGS__); \
		clears(written, before, DR_SITE); \
		__tsan_func_exit(); \
	}

static uint64_t reads(const uint64_t *word, const void *site)
{
	dr_plain_range(word, word ? sizeof *word : 0, DR_READS, site);
	return word ? *word : 0;
}

/* Announces the write of 0, which has happened already: the write's event must have the old value. */
static void clears(uint64_t *word, uint64_t before, const void *site)
{
	if (!word)
		return;
	*word = before;
	dr_plain_range(word, sizeof *word, DR_WRITES, site);
	*word = 0;
}

/* `self`: the thread's id ([thread.thread.id]); `state`: a std::unique_ptr, which lies in the caller's frame. */
ENTERED(dr_thread_start, "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE", state,
	(void *self, uint64_t *state, void (*depends)(void)), self, state, depends)
ENTERED(dr_thread_join, "_ZNSt6thread4joinEv", self, (uint64_t * self), self)
ENTERED(dr_thread_detach, "_ZNSt6thread6detachEv", self, (uint64_t * self), self)
ENTERED(dr_condition_wait, "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", NULL, (void *self, void *lock),
	self, lock)
ENTERED(dr_condition_notify_one, "_ZNSt18condition_variable10notify_oneEv", NULL, (void *self), self)
ENTERED(dr_condition_notify_all, "_ZNSt18condition_variable10notify_allEv", NULL, (void *self), self)
