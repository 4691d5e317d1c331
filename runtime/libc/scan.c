/* strtol, atoi, sscanf and related functions: announce the text that they read, and what they write (interposed.h). */
#include "memory/plain.h"
#include "memory/interposed.h"
#include "libc/conversions.h"
#include "libc/scanned.h"
#include "symbolic/symbolic.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

/*
 * A number is parsed twice: first to find its end, then, after the read was announced, for its value. The names depend
 * on the version of libc (__isoc23_); libc has the names that the program uses. libc's declarations are not used here.
 */
#define NUMBER(type, name, letter) \
	DR_WRAPPER(type, name, (const letter *text, letter **end)) \
	{ \
		DR_REAL(type, name, (const letter *text, letter **end)); \
		letter *stop; \
		real(text, &stop); \
		dr_plain_range(text, ((size_t)(stop - text) + 1) * sizeof *text, DR_READS, DR_SITE); \
		type result = real(text, &stop); \
		if (end) \
			dr_writes(end, &stop, sizeof stop, DR_SITE); \
		return result; \
	}
#define INTEGER(type, name, letter) \
	DR_WRAPPER(type, name, (const letter *text, letter **end, int base)) \
	{ \
		DR_REAL(type, name, (const letter *text, letter **end, int base)); \
		letter *stop; \
		if (base == 1 || base < 0 || base > 36) \
			return real(text, end, base); \
		real(text, &stop, base); \
		dr_plain_range(text, ((size_t)(stop - text) + 1) * sizeof *text, DR_READS, DR_SITE); \
		type result = real(text, &stop, base); \
		if (end) \
			dr_writes(end, &stop, sizeof stop, DR_SITE); \
		return result; \
	}
#define INTEGERS(type, name, letter) INTEGER(type, name, letter) INTEGER(type, __isoc23_##name, letter)
/* atoi and related functions are strtol without an end pointer. */
#define ALPHA(type, name, wide, by, ...) \
	WEAK type dr_##name(const char *text) __asm__(#name); \
	type dr_##name(const char *text) \
	{ \
		static wide (*real)(const char *, char **, ##__VA_ARGS__); \
		dr_real_one(&real, #by); \
		char *stop; \
		CALL(__VA_ARGS__); \
		dr_plain_range(text, (size_t)(stop - text) + 1, DR_READS, DR_SITE); \
		return (type)CALL(__VA_ARGS__); \
	}
#define CALL(...) real(text, &stop __VA_OPT__(, 10))

NUMBER(double, strtod, char)
NUMBER(float, strtof, char)
NUMBER(long double, strtold, char)
NUMBER(double, wcstod, wchar_t)
NUMBER(float, wcstof, wchar_t)
NUMBER(long double, wcstold, wchar_t)
INTEGERS(long, strtol, char)
INTEGERS(unsigned long, strtoul, char)
INTEGERS(long long, strtoll, char)
INTEGERS(unsigned long long, strtoull, char)
INTEGERS(intmax_t, strtoimax, char)
INTEGERS(uintmax_t, strtoumax, char)
INTEGERS(long, wcstol, wchar_t)
INTEGERS(unsigned long, wcstoul, wchar_t)
INTEGERS(long long, wcstoll, wchar_t)
INTEGERS(unsigned long long, wcstoull, wchar_t)
INTEGERS(intmax_t, wcstoimax, wchar_t)
INTEGERS(uintmax_t, wcstoumax, wchar_t)
ALPHA(int, atoi, long, strtol, int)
ALPHA(long, atol, long, strtol, int)
ALPHA(long long, atoll, long long, strtoll, int)
ALPHA(double, atof, double, strtod)

static size_t length_of(const void *text, unsigned unit)
{
	return unit == 1 ? dr_length(text, SIZE_MAX) : dr_wide_length(text, SIZE_MAX);
}

/* Follows symbolic text. Returns 0 where that is impossible. */
static int follow(struct dr_scanned *s, const void *text, const struct dr_format *f, int result, const void *site)
{
	if (!dr_symbolic_memory_used())
		return 1;
	dr_symbolic_pin_memory(f->text, (length_of(f->text, f->unit) + 1) * f->unit, site);
	return f->unit == 1 && dr_symbolic_scan(s, f->text, text, SIZE_MAX, site) && s->result == result;
}

static int scan(const void *text, struct dr_format f, va_list list, int (*real)(const void *, const void *, va_list),
	const void *site)
{
	if (!dr_self)
		return real(text, f.text, list);
	dr_plain_range(f.text, (length_of(f.text, f.unit) + 1) * f.unit, DR_READS, site);
	dr_plain_range(text, (length_of(text, f.unit) + 1) * f.unit, DR_READS, site);
	struct dr_conversions c;
	dr_conversions_begin(&c, &f, list, length_of(text, f.unit) + 1);
	int result = real(text, f.text, c.given);
	struct dr_scanned s = {.count = 0};
	if (!follow(&s, text, &f, result, site)) {
		s.count = 0;
		dr_symbolic_pin_memory(text, (length_of(text, f.unit) + 1) * f.unit, site);
	}
	dr_conversions_store(&c, &f, result, site);
	dr_symbolic_scanned(&s, &c);
	return result;
}

/* The two calls of one version of libc's functions, for a type of characters (`s`: the letter s, or the letters sw). */
#define SCAN(version, s, type) \
	static int version##by##s(const type *text, const type *format, va_list list, const void *site) \
	{ \
		static int (*real)(const void *, const void *, va_list); \
		dr_real_one(&real, #version "v" #s "scanf"); \
		return scan(text, (struct dr_format){#s "scanf", format, sizeof *format}, list, real, site); \
	} \
	WEAK int dr_##version##v##s##scanf(const type *text, const type *format, va_list list) __asm__( \
		#version "v" #s "scanf"); \
	int dr_##version##v##s##scanf(const type *text, const type *format, va_list list) \
	{ \
		return version##by##s(text, format, list, DR_SITE); \
	} \
	WEAK int dr_##version##s##scanf(const type *text, const type *format, ...) __asm__(#version #s "scanf"); \
	int dr_##version##s##scanf(const type *text, const type *format, ...) \
	{ \
		va_list list; \
		va_start(list, format); \
		int result = version##by##s(text, format, list, DR_SITE); \
		va_end(list); \
		return result; \
	}
SCAN(, s, char)
SCAN(__isoc99_, s, char)
SCAN(__isoc23_, s, char)
SCAN(, sw, wchar_t)
SCAN(__isoc99_, sw, wchar_t)
SCAN(__isoc23_, sw, wchar_t)
