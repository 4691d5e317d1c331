/* How a run stops. */
#include "entry.h"
#include "fiber.h"
#include "leaks.h"
#include "log.h"
#include "names.h"
#include "process.h"
#include "rollback.h"
#include "schedule.h"
#include "trap.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Noreturn void leave(int code)
{
	for (;;)
		syscall(SYS_exit_group, code);
}

static void say(const char *text)
{
	struct { const char *text; size_t length; } part[] = {{"drista: ", 8}, {text, strlen(text)}, {"\n", 1}};
	syscall(SYS_writev, 2, part, 3);
}

void dr_fatal(const char *message)
{
	if (dr_rolling())
		dr_rollback_elsewhere(NULL);
	say(message);
	leave(127);
}

/* Ends as it would have without us; what was wrong has been said. */
static _Noreturn void die(int signal_number)
{
	sigset_t all;
	sigemptyset(&all);
	signal(signal_number, SIG_DFL);
	sigprocmask(SIG_SETMASK, &all, NULL);
	syscall(SYS_tgkill, syscall(SYS_getpid), syscall(SYS_gettid), signal_number);
	leave(1);
}

void dr_stop(enum dr_status status)
{
	dr_settle();
	dr_trap_open();
	if (dr_schedule.flags & DR_NAMES)
		dr_names_tell();
	else if (status == DR_COMPLETE && !dr_alone)
		dr_leaks_find();
	dr_log->status = status;
	dr_self = NULL;
	if (dr_rolling())
		dr_rollback_end();
	if (dr_alone || (dr_schedule.flags & DR_SHOW_OUTPUT))
		fflush_unlocked(stdout);
	if (!dr_alone) {
		dr_process_done();
		leave(0);
	}
	if (status == DR_STUCK)
		say("deadlock");
	leave(status == DR_COMPLETE ? (int)dr_log->exit_code : 1);
}

void dr_error(enum dr_error kind, uint64_t address, const void *site, const char *format, ...)
{
	char text[768];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (!dr_self || dr_alone || (dr_schedule.flags & DR_SHOW_OUTPUT))
		say(text);
	if (dr_self) {
		struct dr_event e = dr_event_at(DR_ERROR, site);
		e.op = (uint8_t)kind;
		e.object = address;
		e.text = dr_text(text);
		dr_happened(&e);
	}
	if (!dr_self || dr_alone) {
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
	if (!dr_self || dr_alone) {
		char text[256];
		snprintf(text, sizeof text, "the program uses %s, which drista does not support", name);
		dr_fatal(text);
	}
	struct dr_event e = dr_event_at(DR_UNSUPPORTED, site);
	e.text = dr_text(name);
	dr_happened(&e);
	dr_stop(DR_STOPPED);
}
