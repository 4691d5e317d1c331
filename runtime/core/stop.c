/* How a run stops. */
#include "server/entry.h"
#include "fiber/fiber.h"
#include "io/client.h"
#include "symbolic/outside.h"
#include "memory/leaks.h"
#include "core/log.h"
#include "memory/names.h"
#include "server/process.h"
#include "server/rollback.h"
#include "core/schedule.h"
#include "server/trap.h"

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

/*
 * The number of bytes of a control or invisible character at `c`, as in src/report/printable.ts; 0: none begins here.
 * UTF-8: C1 is U+0080 to U+009F, then come those of general punctuation (U+200B to U+200F, U+2028 to U+202E, U+2060 to
 * U+206F), U+FEFF, and tags (U+E0000 to U+E007F).
 */
static unsigned hidden(const unsigned char *c)
{
	if (*c < ' ' || *c == 127)
		return 1;
	if (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)
		return 2;
	if (*c == 0xe2 && c[1] == 0x80 && ((c[2] >= 0x8b && c[2] <= 0x8f) || (c[2] >= 0xa8 && c[2] <= 0xae)))
		return 3;
	if ((*c == 0xe2 && c[1] == 0x81 && c[2] >= 0xa0 && c[2] <= 0xaf) ||
		(*c == 0xef && c[1] == 0xbb && c[2] == 0xbf))
		return 3;
	if (*c == 0xf3 && c[1] == 0xa0 && (c[2] == 0x80 || c[2] == 0x81) && c[3])
		return 4;
	return 0;
}

/* Writes one line to stderr, without characters that could control a terminal. */
static void say(const char *text)
{
	static const char digit[] = "0123456789abcdef";
	char line[4096];
	size_t n = 0;
	for (const unsigned char *c = (const unsigned char *)text; *c && n + 20 < sizeof line;) {
		unsigned bytes = hidden(c);
		if (!bytes)
			line[n++] = (char)*c++;
		for (; bytes; bytes--, c++) {
			line[n++] = '\\';
			line[n++] = 'x';
			line[n++] = digit[*c >> 4];
			line[n++] = digit[*c & 15];
		}
	}
	struct {
		const char *text;
		size_t length;
	} part[] = {{"drista: ", 8}, {line, n}, {"\n", 1}};
	syscall(SYS_writev, 2, part, 3);
}

void dr_fatal(const char *message)
{
	if (dr_rolling())
		dr_rollback_elsewhere(NULL);
	say(message);
	leave(127);
}

/* Ends the process by the signal, as it would end without drista. */
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
		dr_names_write();
	else if (status == DR_COMPLETE && !dr_standalone) {
		dr_leaks_find();
		dr_client_end();
		dr_outside_end();
	}
	dr_log->status = status;
	dr_self = NULL;
	if (dr_rolling())
		dr_rollback_end();
	if (dr_standalone || (dr_schedule.flags & DR_SHOW_OUTPUT))
		fflush_unlocked(stdout);
	if (!dr_standalone) {
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
	if (!dr_self || dr_standalone || (dr_schedule.flags & DR_SHOW_OUTPUT))
		say(text);
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
