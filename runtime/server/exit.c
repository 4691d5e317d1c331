/*
 * exit and the other calls that end the program. Functions registered with atexit run in the thread that called exit.
 * After them that thread ends, and the others continue as far as they can.
 */
#include "server/entry.h"
#include "server/exit-handlers.h"
#include "pthread/life.h"
#include "pthread/thread-local.h"
#include "io/crash.h"
#include "io/printed.h"
#include "core/log.h"
#include "prim/real.h"
#include "core/schedule.h"
#include "atomic/own-atomics.h"

#include <stdlib.h>
#include <string.h>
#include <stdio.h>

extern int __cxa_atexit(void (*)(void *), void *, void *);
extern int __cxa_at_quick_exit(void (*)(void *), void *);

static void ends(int flushes)
{
	if (!dr_self)
		return; /* a constructor called exit */
	dr_printed_ends(NULL);
	dr_crash_last(flushes, NULL);
	if (flushes && (dr_standalone || (dr_schedule.flags & DR_SHOW_OUTPUT)))
		fflush(NULL);
	dr_schedule_leave(DR_EXITED);
}

/* Registered first, so called last: keeps libc from ending the process. */
static void last(void *unused)
{
	(void)unused;
	ends(1);
}

/* The same for quick_exit, which ends like _Exit (C11 7.22.4.7): glibc flushes no streams then. */
static void last_quick(void *unused)
{
	(void)unused;
	ends(0);
}

void dr_exit_init(void)
{
	__cxa_atexit(last, NULL, NULL);
	__cxa_at_quick_exit(last_quick, NULL);
}

/*
 * The thread that runs handlers. C11 7.22.4.4 and 7.22.4.7 leave a second call of exit or quick_exit undefined. As in
 * glibc, a second call in a handler continues with the remaining handlers; another thread that calls exit waits for the
 * end of the process.
 */
static const struct dr_thread *exiting;

/* Is the running thread the first? An exchange decides. It is relaxed, since the later caller waits for ever. It is an
 * event only once some run has had a second thread call exit (own-atomics.h, docs/explanation/runtime.md); then both
 * orders are explored. */
static int is_first(const void *site)
{
	if (!dr_standalone && dr_own_watched(DR_OWN_EXIT))
		return dr_own_rmw(DR_OWN_EXIT, DR_XCHG, 1, __ATOMIC_RELAXED, "exit", site) == 0;
	if (!exiting)
		return 1;
	if (!dr_standalone)
		dr_own_watch(DR_OWN_EXIT);
	return 0;
}

/* Logs the event. `late`: another thread was first, so the code has no effect. */
static void happened(int code, int late, const void *site)
{
	struct dr_event e = dr_event_at(DR_EXIT, site);
	e.value.lo = (uint32_t)code;
	e.op = (uint8_t)late;
	dr_happened(&e);
	dr_self->ending = 1;
	/* After main's return the lifetime of its variables is over. */
	dr_life[dr_self->number].exit_sp = site ? (uint64_t)__builtin_frame_address(0) : dr_self->stack_top;
	if (late)
		dr_schedule_leave(DR_EXITED);
	dr_schedule_exits();
	dr_log->exit_code = (uint32_t)code;
}

/* Begins to exit. Returns in the thread that is the first, which then runs the handlers. */
static void begin(int code, const void *site)
{
	int late = exiting != dr_self && !is_first(site);
	if (!late)
		dr_exit_handlers_read(site);
	happened(code, late, site);
	exiting = dr_self;
	dr_log->thread[dr_self->number].handles = 1;
}

void dr_exit(int code, const void *site)
{
	if (dr_self) {
		begin(code, site);
		dr_destructors_run(dr_self->number);
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
		begin(code, DR_SITE);
	dr_real.quick_exit(code);
	__builtin_unreachable();
}

static _Noreturn void at_once(int code, const void *site)
{
	if (!dr_self)
		dr_fatal("the program ended before main");
	dr_printed_ends(site);
	dr_crash_last(0, site);
	happened(code, 0, site);
	dr_schedule_leave(DR_EXITED);
}

DR_EXPORT void _exit(int code)
{
	at_once(code, DR_SITE);
}
DR_EXPORT void _Exit(int code)
{
	at_once(code, DR_SITE);
}

DR_EXPORT void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
	dr_error(DR_ASSERTION, 0, DR_SITE, "%s:%u: %s: assertion `%s' failed", file, line, function ? function : "?",
		expression);
}

DR_EXPORT void __assert(const char *expression, const char *file, int line)
{
	dr_error(DR_ASSERTION, 0, DR_SITE, "%s:%d: assertion `%s' failed", file, line, expression);
}

DR_EXPORT void __assert_perror_fail(int error, const char *file, unsigned line, const char *function)
{
	dr_error(DR_ASSERTION, 0, DR_SITE, "%s:%u: %s: unexpected error: %s", file, line, function ? function : "?",
		strerror(error));
}
