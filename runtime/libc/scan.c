/* strtol, atoi, sscanf and related functions: announce the text that they read, and what they write (libc.h). */
#include "libc/libc.h"
#include "libc/conversions.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

/*
 * A number is parsed twice: first to find its end, then, after the read was announced, for its value. The names depend
 * on the version of libc (__isoc23_); libc has the names that the program uses. libc's declarations are not used here.
 */
#define NUMBER(type, name) \
	WEAK type dr_##name(const char *text, char **end) __asm__(#name); \
	type dr_##name(const char *text, char **end) \
	{ \
		static type (*real)(const char *, char **); \
		dr_real_one(&real, #name); \
		char *stop; \
		real(text, &stop); \
		dr_plain_range(text, (size_t)(stop - text) + 1, DR_READS, DR_SITE); \
		type result = real(text, &stop); \
		if (end) \
			dr_writes(end, &stop, sizeof stop, DR_SITE); \
		return result; \
	}
#define INTEGER(type, name) \
	WEAK type dr_##name(const char *text, char **end, int base) __asm__(#name); \
	type dr_##name(const char *text, char **end, int base) \
	{ \
		static type (*real)(const char *, char **, int); \
		dr_real_one(&real, #name); \
		char *stop; \
		if (base == 1 || base < 0 || base > 36) \
			return real(text, end, base); \
		real(text, &stop, base); \
		dr_plain_range(text, (size_t)(stop - text) + 1, DR_READS, DR_SITE); \
		type result = real(text, &stop, base); \
		if (end) \
			dr_writes(end, &stop, sizeof stop, DR_SITE); \
		return result; \
	}
#define INTEGERS(type, name) INTEGER(type, name) INTEGER(type, __isoc23_##name)
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

NUMBER(double, strtod)
NUMBER(float, strtof)
NUMBER(long double, strtold)
INTEGERS(long, strtol)
INTEGERS(unsigned long, strtoul)
INTEGERS(long long, strtoll)
INTEGERS(unsigned long long, strtoull)
INTEGERS(intmax_t, strtoimax)
INTEGERS(uintmax_t, strtoumax)
ALPHA(int, atoi, long, strtol, int)
ALPHA(long, atol, long, strtol, int)
ALPHA(long long, atoll, long long, strtoll, int)
ALPHA(double, atof, double, strtod)

static int scan(const char *text, const char *format, va_list list, int (*real)(const char *, const char *, va_list),
	const void *site)
{
	if (!dr_self)
		return real(text, format, list);
	dr_reads_text(format, SIZE_MAX, site);
	dr_reads_text(text, SIZE_MAX, site);
	const struct dr_format f = {"sscanf", format, 1};
	struct dr_conversions c;
	dr_conversions_begin(&c, &f, list, dr_length(text, SIZE_MAX) + 1);
	int result = real(text, format, c.given);
	dr_conversions_store(&c, &f, result, site);
	return result;
}

#define SCAN(name) \
	WEAK int dr_v##name(const char *text, const char *format, va_list list) __asm__(VERSIONED(name)); \
	WEAK int dr_##name(const char *text, const char *format, ...) __asm__(#name); \
	int dr_##name(const char *text, const char *format, ...) \
	{ \
		va_list list; \
		va_start(list, format); \
		static int (*real)(const char *, const char *, va_list); \
		dr_real_one(&real, VERSIONED(name)); \
		int result = scan(text, format, list, real, DR_SITE); \
		va_end(list); \
		return result; \
	} \
	int dr_v##name(const char *text, const char *format, va_list list) \
	{ \
		static int (*real)(const char *, const char *, va_list); \
		dr_real_one(&real, VERSIONED(name)); \
		return scan(text, format, list, real, DR_SITE); \
	}
#define VERSIONED(name) v_##name
#define v_sscanf "vsscanf"
#define v___isoc99_sscanf "__isoc99_vsscanf"
#define v___isoc23_sscanf "__isoc23_vsscanf"
SCAN(sscanf)
SCAN(__isoc99_sscanf)
SCAN(__isoc23_sscanf)
