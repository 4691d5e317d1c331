/* strtol, atoi, sscanf and related functions: announce the text that they read, and what they write (libc.h). */
#include "libc/libc.h"
#include "libc/format.h"

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

/* The target of a conversion of sscanf. libc writes to the runtime's memory, from which it is copied. */
struct target {
	void *to;
	char *made;
	unsigned size; /* 0: a string */
	uint8_t counts; /* %n: is not counted as a conversion */
};
#define TARGETS 64u
#define LARGEST 16u

/* Parses up to the next conversion that writes. Returns 1 and fills in *t without the pointer; 0 at the end; -1 at a
 * conversion that it does not know. */
static int conversion(const char **format, struct target *t)
{
	const char *f = *format;
	for (;;) {
		while (*f && *f != '%')
			f++;
		if (!*f)
			return 0;
		f++;
		if (*f == '%') {
			f++;
			continue;
		}
		int stores = *f != '*';
		f += !stores;
		unsigned width = dr_is_digit(*f) ? (unsigned)dr_decimal(f) : 0;
		while (dr_is_digit(*f))
			f++;
		int longs = 0;
		for (;; f++)
			if (*f == 'l' || *f == 'j' || *f == 'z' || *f == 't' || *f == 'q')
				longs = longs < 0 ? longs : longs + 1;
			else if (*f == 'L')
				longs = 2;
			else if (*f == 'h')
				longs--;
			else
				break;
		*t = (struct target){0};
		switch (*f ? dr_conversion_type(*f++) : 0) {
		case 'n':
			t->counts = 1;
			/* fallthrough */
		case 'd': t->size = dr_integer_size(longs); break;
		case 'e': t->size = longs > 1 ? 10 : longs == 1 ? 8 : 4; break;
		case 'p': t->size = 8; break;
		case 'c':
			if (longs)
				return -1;
			t->size = width ? width : 1;
			break;
		case '[':
			f += *f == '^';
			f += *f == ']';
			while (*f && *f != ']')
				f++;
			f += *f == ']';
			/* fallthrough */
		case 's':
			if (longs)
				return -1;
			break;
		default: return -1;
		}
		*format = f;
		if (stores)
			return 1;
	}
}

static int scan(const char *text, const char *format, va_list list, int (*real)(const char *, const char *, va_list),
	const void *site)
{
	if (!dr_self)
		return real(text, format, list);
	dr_reads_text(format, SIZE_MAX, site);
	dr_reads_text(text, SIZE_MAX, site);
	struct target target[TARGETS];
	void *made[TARGETS];
	unsigned count = 0;
	size_t length = dr_length(text, SIZE_MAX) + 1, size = 0;
	const char *f = format;
	for (int more; (more = conversion(&f, &target[count])); count++) {
		if (more < 0 || count == TARGETS - 1)
			dr_unsupported("sscanf with a conversion that drista does not know");
		target[count].to = va_arg(list, void *);
		target[count].made = (char *)size;
		size_t room = target[count].size ? target[count].size : length;
		size += (room + LARGEST - 1) & -(size_t)LARGEST;
	}
	char *space = dr_scratch(&size);
	for (unsigned i = 0; i < count; i++) {
		made[i] = target[i].made += (uint64_t)space;
		dr_raw_memset(made[i], target[i].counts ? 0xff : 0, target[i].size); /* -1: not counted so far */
	}
	/* A va_list whose arguments lie in memory one after the other, as the System V ABI of x86-64 passes those after
	 * the sixth. */
	struct {
		unsigned integers, floats;
		void **rest, *saved;
	} ours[1] = {{48, 176, made, NULL}};
	va_list given;
	_Static_assert(sizeof given == sizeof ours, "a list of arguments");
	dr_raw_memcpy(given, ours, sizeof ours);
	int result = real(text, format, given);
	int left = result;
	for (unsigned i = 0; i < count; i++) {
		const struct target *t = &target[i];
		if (t->counts ? *t->made == -1 && t->made[t->size - 1] == -1 : left-- <= 0)
			continue;
		dr_writes(t->to, t->made, t->size ? t->size : dr_length(t->made, SIZE_MAX) + 1, site);
	}
	dr_scratch_done(space, size);
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
