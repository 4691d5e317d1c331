/*
 * The ways to end a program on purpose. Functions registered with atexit run as part of the thread that called exit;
 * then nothing more of that thread happens, and the others go on as far as they can.
 */
#include "entry.h"
#include "fiber.h"
#include "log.h"
#include "real.h"
#include "schedule.h"

#include <stdlib.h>
#include <string.h>
#include <stdio.h>

extern int __cxa_atexit(void (*)(void *), void *, void *);
extern int __cxa_at_quick_exit(void (*)(void *), void *);

/* Registered first, so called last: libc must not end the process yet. */
static void last(void *unused)
{
	(void)unused;
	if (!dr_self)
		return; /* a constructor called exit */
	if (dr_alone || (dr_schedule.flags & DR_SHOW_OUTPUT))
		fflush(NULL);
	dr_fiber_leave(DR_EXITED);
}

void dr_exit_init(void)
{
	__cxa_atexit(last, NULL, NULL);
	__cxa_at_quick_exit(last, NULL);
}

/* Only the first call counts; whoever comes later waits for the end of the process. */
static void happened(int code, const void *site)
{
	struct dr_event e = dr_event_at(DR_EXIT, site);
	e.value.lo = (uint32_t)code;
	dr_happened(&e);
	dr_self->ending = 1;
	/* Where main returned, its variables are no more. */
	dr_self->fiber->exit_sp = site ? (uint64_t)__builtin_frame_address(0) : dr_self->stack_top;
	if (dr_schedule_exited())
		dr_fiber_leave(DR_EXITED);
	dr_log->exit_code = (uint32_t)code;
}

void dr_exit(int code, const void *site)
{
	if (dr_self) {
		happened(code, site);
		dr_destructors_run(dr_self->fiber);
	}
	dr_real.exit(code);
	__builtin_unreachable();
}

DR_EXPORT void exit(int code)
{
	dr_exit(code, DR_SITE);
}

DR_EXPORT void quick_exit(int code)
{
	if (dr_self)
		happened(code, DR_SITE);
	dr_real.quick_exit(code);
	__builtin_unreachable();
}

static _Noreturn void at_once(int code, const void *site)
{
	if (!dr_self)
		dr_fatal("the program ended before main");
	happened(code, site);
	dr_fiber_leave(DR_EXITED);
}

DR_EXPORT void _exit(int code) { at_once(code, DR_SITE); }
DR_EXPORT void _Exit(int code) { at_once(code, DR_SITE); }

DR_EXPORT void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
	dr_error(DR_ASSERTION, 0, DR_SITE, "%s:%u: %s: assertion `%s' failed", file, line, function ? function : "?", expression);
}

DR_EXPORT void __assert(const char *expression, const char *file, int line)
{
	dr_error(DR_ASSERTION, 0, DR_SITE, "%s:%d: assertion `%s' failed", file, line, expression);
}

DR_EXPORT void __assert_perror_fail(int error, const char *file, unsigned line, const char *function)
{
	dr_error(DR_ASSERTION, 0, DR_SITE, "%s:%u: %s: unexpected error: %s", file, line, function ? function : "?", strerror(error));
}
