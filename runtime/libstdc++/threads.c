/*
 * Functions that libstdc++ holds compiled and that call pthread functions for the program ([thread.thread.member],
 * [thread.condition.condvar]). Ours enter the call in the thread's call stack, as instrumented code does (callstack.c),
 * and call libstdc++'s: so a report can name the line of the program. Under their C++ names; weak, since libstdc++ may
 * be linked in.
 */
#include "libc/real.h"
#include "libstdc++/containers.h"

DR_EXPORT void __tsan_func_entry(void *pc);
DR_EXPORT void __tsan_func_exit(void);

/* A function with these parameters. If it throws, the entry is taken away by the next one (callstack.c). */
#define ENTERED(name, symbol, parameters, ...) \
	WEAK void name parameters __asm__(symbol); \
	void name parameters \
	{ \
		static void(*real) parameters; \
		dr_real_one(&real, symbol); \
		if (!real) \
			dr_unsupported("std::thread with a part of libstdc++ linked in"); \
		__tsan_func_entry(DR_SITE); \
		real(__VA_ARGS__); \
		__tsan_func_exit(); \
	}

ENTERED(dr_thread_join, "_ZNSt6thread4joinEv", (void *self), self)
ENTERED(dr_thread_detach, "_ZNSt6thread6detachEv", (void *self), self)
ENTERED(dr_condition_wait, "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", (void *self, void *lock), self,
	lock)
ENTERED(dr_condition_notify_one, "_ZNSt18condition_variable10notify_oneEv", (void *self), self)
ENTERED(dr_condition_notify_all, "_ZNSt18condition_variable10notify_allEv", (void *self), self)
