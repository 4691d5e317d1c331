/*
 * drista_observe (include/drista.h): an event with a name and a value as text, where the scheduler asks for them
 * (DR_OBSERVES). It affects no thread and needs no value, so it changes nothing of what executions there are.
 */
#include "prim/digest.h"
#include "core/internal.h"
#include "memory/interposed.h"
#include "prim/real.h"
#include "memory/scratch.h"
#include "memory/names.h"
#include "core/log.h"
#include "core/schedule.h"

#include <stdio.h>
#include <string.h>

/* As in include/drista.h. */
enum { INTEGER, UNSIGNED, FLOAT, DOUBLE, POINTER, TEXT };

/* The bytes of a text that are shown. Longer ones are told apart by a digest. */
#define LONGEST 4096u

DR_EXPORT void drista_runtime_observe(const char *name, int type, uint64_t value);

static int print(char *to, size_t room, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	int n = dr_real.vsnprintf(to, room, format, list);
	va_end(list);
	return n;
}

/* The shortest decimal number that is read as the same one. */
static void put_real(char *to, size_t room, double value, int is_float)
{
	static double (*read)(const char *, char **);
	dr_real_one(&read, "strtod");
	for (int digits = 1; digits <= 17; digits++) {
		print(to, room, "%.*g", digits, value);
		double again = read(to, NULL);
		if (is_float ? (float)again == (float)value : again == value)
			return;
	}
}

static void put_text(char *to, size_t room, const char *text, const void *site)
{
	if (!text) {
		print(to, room, "NULL");
		return;
	}
	dr_reads_text(text, SIZE_MAX, site);
	size_t length = strlen(text);
	if (length < LONGEST)
		print(to, room, "\"%s\"", text);
	else
		print(to, room, "\"%.*s...\" (%zu bytes, digest %lx)", (int)LONGEST, text, length,
			(unsigned long)dr_digest_bytes(length, text, length));
}

void drista_runtime_observe(const char *name, int type, uint64_t value)
{
	static int noted;
	if (dr_self && (dr_schedule.flags & DR_PRINTS) && !noted) {
		noted = 1;
		dr_log_note("observes"); /* src/program/runtime-notes.ts */
	}
	if (!dr_self || !(dr_schedule.flags & DR_OBSERVES))
		return;
	size_t room = DR_SCRATCH;
	char *text = dr_scratch(&room);
	double number;
	memcpy(&number, &value, sizeof number);
	dr_reads_text(name, SIZE_MAX, DR_SITE);
	size_t at = (size_t)print(text, LONGEST, "%s=", name);
	if (at >= LONGEST)
		dr_unsupported("drista_observe with so long a name");
	switch (type) {
	case INTEGER: print(text + at, room - at, "%ld", (long)value); break;
	case UNSIGNED: print(text + at, room - at, "%lu", (unsigned long)value); break;
	case FLOAT:
	case DOUBLE: put_real(text + at, room - at, number, type == FLOAT); break;
	case POINTER: print(text + at, room - at, value ? "{*0x%lx}" : "NULL", (unsigned long)value); break;
	default: put_text(text + at, room - at, (const char *)value, DR_SITE);
	}
	dr_settle();
	struct dr_event e = dr_event_at(DR_OBSERVE, DR_SITE);
	if (type == POINTER && (dr_schedule.flags & DR_NAMES))
		dr_names_address((uint64_t)value, &e);
	e.text = dr_text(text);
	e.value.lo = dr_digest_bytes(1, text, strlen(text));
	dr_scratch_done(text, room);
	dr_happened(&e);
}
