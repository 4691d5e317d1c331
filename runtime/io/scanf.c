/*
 * scanf and wscanf from streams (C11 7.21.6.2, 7.29.2.2). libc writes the results to the runtime's memory, and they
 * are copied to the program's objects.
 */
#include "memory/plain.h"
#include "prim/digest.h"
#include "io/stream-calls.h"
#include "libc/conversions.h"
#include "libc/scanned.h"
#include "symbolic/symbolic.h"

#include <wchar.h>

#define LONGEST 4095u /* characters of a string whose conversion has no width */

static void reads(const struct dr_format *f, const void *site)
{
	size_t characters = f->unit == 1 ? dr_length(f->text, SIZE_MAX) : dr_wide_length(f->text, SIZE_MAX);
	dr_plain_range(f->text, (characters + 1) * f->unit, DR_READS, site);
}

/* Follows a call that reads a symbolic file, whose bytes are put into `text`. Returns 0 where that is impossible. */
static int follow(
	struct dr_scanned *s, const struct dr_stream_input *input, const struct dr_format *f, int result, uint8_t *text)
{
	if (!input->file || input->input == DR_NO_INPUT)
		return 1;
	if (input->pushed || f->unit != 1)
		return 0;
	size_t size = dr_stream_input_rest(input, text, DR_SYMBOLIC_LARGEST);
	struct dr_stream_input now = dr_stream_input(input->file, input->name, input->site);
	if (dr_symbolic_scan(s, f->text, text, size, input->site) && s->result == result && !now.pushed &&
		s->end == text + (now.at - input->at))
		return 1;
	s->count = 0;
	return 0;
}

static int scan(
	FILE *file, struct dr_format f, va_list list, int (*real)(FILE *, const void *, va_list), const void *site)
{
	if (!dr_self)
		return real(file, f.text, list);
	reads(&f, site);
	struct dr_stream_use u = dr_stream_begin(f.name, file, GETS(SIZE_MAX), site);
	struct dr_conversions c;
	dr_conversions_begin(&c, &f, list, LONGEST);
	int result = real(file, dr_conversions_bounded(&c, &f), c.given);
	uint64_t got[2] = {dr_digest_bytes(1, c.space, c.bounded), (uint64_t)result};
	struct dr_scanned scanned = {.count = 0};
	uint8_t text[DR_SYMBOLIC_LARGEST];
	dr_symbolic_pin_memory(f.text, f.unit == 1 ? dr_length(f.text, SIZE_MAX) + 1 : 0, site);
	if (!follow(&scanned, &u.input, &f, result, text))
		dr_stream_input_pin(&u.input);
	dr_conversions_store(&c, &f, result, site);
	dr_symbolic_scanned(&scanned, &c);
	dr_symbolic_clear(text, sizeof text);
	dr_stream_end(&u, got, sizeof got);
	return result;
}

/* The four calls of one version of libc's functions, for a type of characters (`w`: nothing, or the letter w). */
#define CALLS(version, w, type) \
	static int version##on##w(FILE *file, const type *format, va_list list, const void *site) \
	{ \
		static int (*real)(FILE *, const void *, va_list); \
		dr_real_one(&real, #version "vf" #w "scanf"); \
		return scan(file, (struct dr_format){"f" #w "scanf", format, sizeof *format}, list, real, site); \
	} \
	WEAK int dr_##version##vf##w##scanf(FILE *file, const type *format, va_list list) __asm__( \
		#version "vf" #w "scanf"); \
	int dr_##version##vf##w##scanf(FILE *file, const type *format, va_list list) \
	{ \
		return version##on##w(file, format, list, DR_SITE); \
	} \
	WEAK int dr_##version##v##w##scanf(const type *format, va_list list) __asm__(#version "v" #w "scanf"); \
	int dr_##version##v##w##scanf(const type *format, va_list list) \
	{ \
		return version##on##w(stdin, format, list, DR_SITE); \
	} \
	WEAK int dr_##version##f##w##scanf(FILE *file, const type *format, ...) __asm__(#version "f" #w "scanf"); \
	int dr_##version##f##w##scanf(FILE *file, const type *format, ...){WITH(version##on##w(file, format, list, \
		DR_SITE))} WEAK int dr_##version##w##scanf(const type *format, ...) __asm__(#version #w "scanf"); \
	int dr_##version##w##scanf(const type *format, ...) \
	{ \
		WITH(version##on##w(stdin, format, list, DR_SITE)) \
	}
#define WITH(call) \
	va_list list; \
	va_start(list, format); \
	int result = call; \
	va_end(list); \
	return result;

CALLS(, , char)
CALLS(__isoc99_, , char)
CALLS(__isoc23_, , char)
CALLS(, w, wchar_t)
CALLS(__isoc99_, w, wchar_t)
CALLS(__isoc23_, w, wchar_t)
