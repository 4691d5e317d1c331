/* Choices of faults (faults.h). */
#include "core/faults.h"
#include "core/internal.h"
#include "core/launch.h"
#include "prim/real.h"

#include <stdarg.h>

/* DRISTA_FAULTS: `malloc,` and `io,`, or one of them, then how many faults an execution has at most. */
static struct {
	unsigned kinds, most;
} asked;

/* The part of the text after the word, if it begins with that. */
static const char *after(const char *word, const char *text)
{
	while (*word && *word == *text)
		word++, text++;
	return *word ? NULL : text;
}

static void read_setting(void)
{
	const char *text = dr_launch.faults, *rest;
	if (asked.kinds)
		return;
	if ((rest = after("malloc,", text))) {
		asked.kinds |= DR_FAULT_MALLOC;
		text = rest;
	}
	if ((rest = after("io,", text))) {
		asked.kinds |= DR_FAULT_IO;
		text = rest;
	}
	asked.most = (unsigned)dr_decimal(text);
}

int dr_faults(enum dr_fault_kind kind)
{
	if (!dr_self || !dr_launch.faults)
		return 0;
	read_setting();
	return (asked.kinds & kind) != 0;
}

void dr_fault_text(struct dr_fault *f, const char *format, va_list values)
{
	size_t room = sizeof f->text - f->length;
	int n = dr_real.vsnprintf(f->text + f->length, room, format, values);
	f->length += n < 0 ? 0 : (size_t)n < room ? (size_t)n : room - 1;
}

struct dr_fault dr_fault_of(enum dr_fault_kind kind, const void *site, const char *format, ...)
{
	struct dr_fault f = {.site = site, .ways = dr_faults(kind) ? 1 : 0};
	va_list values;
	if (!f.ways)
		return f;
	va_start(values, format);
	dr_fault_text(&f, format, values);
	va_end(values);
	for (size_t i = 0; i < f.length; i++) /* of a name; lines have a meaning */
		if (f.text[i] == '\n')
			f.text[i] = '?';
	return f;
}

unsigned dr_fault_may(struct dr_fault *f, const char *format, ...)
{
	va_list values;
	if (!f->ways)
		return 0;
	if (f->length < sizeof f->text - 1)
		f->text[f->length++] = '\n';
	va_start(values, format);
	dr_fault_text(f, format, values);
	va_end(values);
	return f->ways++;
}

unsigned dr_fault_choose(const struct dr_fault *f)
{
	if (f->ways < 2)
		return 0;
	struct dr_event e = dr_event_at(DR_CHOOSE, f->site);
	e.op = DR_FAULT;
	e.value.lo = f->ways;
	e.expected.lo = asked.most;
	e.text = dr_text(f->text);
	if (!dr_wait(&e, NULL))
		e.result.lo = 0;
	dr_happened(&e);
	return (unsigned)e.result.lo;
}
