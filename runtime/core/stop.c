/* How a run stops. */
#include "core/hooks.h"
#include "core/log.h"
#include "core/schedule.h"
#include "prim/say.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

void dr_fatal(const char *message)
{
	dr_hooks.gives_up(NULL);
	dr_say(message);
	dr_leave(127);
}

/* Ends the process by the signal, as it would end without drista. */
static _Noreturn void die(int signal_number)
{
	sigset_t all = {0};
	signal(signal_number, SIG_DFL);
	sigprocmask(SIG_SETMASK, &all, NULL);
	syscall(SYS_tgkill, syscall(SYS_getpid), syscall(SYS_gettid), signal_number);
	dr_leave(1);
}

void dr_stop(enum dr_status status)
{
	dr_settle();
	dr_hooks.stops(status);
	__builtin_unreachable();
}

void dr_error(enum dr_error kind, uint64_t address, const void *site, const char *format, ...)
{
	char text[768];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (!dr_self || dr_standalone || (dr_schedule.flags & DR_SHOW_OUTPUT))
		dr_say(text);
	if (dr_self) {
		struct dr_event e = dr_event_at(DR_ERROR, site);
		e.op = (uint8_t)kind;
		e.object = address;
		e.text = dr_text(text);
		dr_happened(&e);
	}
	if (!dr_self || dr_standalone) {
		if (dr_self)
			fflush_unlocked(stdout);
		die(kind == DR_CRASH ? SIGSEGV : SIGABRT);
	}
	dr_stop(DR_STOPPED);
}

void dr_unsupported(const char *name)
{
	dr_unsupported_at(name, NULL);
}

void dr_unsupported_at(const char *name, const void *site)
{
	if (!dr_self || dr_standalone) {
		char text[256];
		snprintf(text, sizeof text, "the program uses %s, which drista does not support", name);
		dr_fatal(text);
	}
	struct dr_event e = dr_event_at(DR_UNSUPPORTED, site);
	e.text = dr_text(name);
	dr_happened(&e);
	dr_stop(DR_STOPPED);
}
