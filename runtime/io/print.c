/* printf and related functions: announce the strings that they read, and what sprintf writes (interposed.h). */
#include "memory/plain.h"
#include "io/print.h"
#include "memory/interposed.h"
#include "libc/format.h"
#include "io/streams.h"
#include "symbolic/symbolic.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

/* Parses a number in the format, or takes an argument for a star; -1: neither. */
static int number(const char **format, va_list *list)
{
	if (**format == '*') {
		++*format;
		return va_arg(*list, int);
	}
	if (!dr_is_digit(**format))
		return -1;
	int n = (int)dr_decimal(*format);
	while (dr_is_digit(**format))
		++*format;
	return n;
}

/* A call that is followed prints symbolic text. Nobody reads that (`ends`), and only the length counts; or all of it is
 * made concrete. */
static void symbolic_text(const char *text, size_t most, int ends, const void *site)
{
	if (!dr_symbolic_inside() || !dr_symbolic_memory_used())
		return;
	size_t length = dr_symbolic_length((const uint8_t *)text, most, site);
	if (!ends)
		dr_symbolic_pin_memory(text, length, site);
}

/* The same of a text, or of a conversion, whose length is not followed. */
static void symbolic_unknown(const void *site)
{
	if (dr_symbolic_inside())
		dr_symbolic_unseen("printf", site);
}

/* Announces what the call will read according to the format, and the counts that %n writes. Stops at a conversion that
 * it does not know. */
static void announce_arguments(const char *format, va_list *list, int ends, const void *site)
{
	for (const char *f = format; *f;) {
		if (*f++ != '%')
			continue;
		while (*f == '-' || *f == '+' || *f == ' ' || *f == '#' || *f == '0' || *f == '\'' || *f == 'I')
			f++;
		number(&f, list);
		if (*f == '$') /* numbered arguments */
			return symbolic_unknown(site);
		int precision = -1;
		if (*f == '.') {
			f++;
			precision = *f == '*' || dr_is_digit(*f) ? number(&f, list) : 0;
		}
		int longs = 0, wide = 0;
		for (;; f++)
			if (*f == 'l' || *f == 'j' || *f == 'z' || *f == 't' || *f == 'q')
				longs = longs < 0 ? longs : longs + 1;
			else if (*f == 'h')
				longs--;
			else if (*f == 'L')
				wide = 1;
			else
				break;
		char type = *f ? dr_conversion_type(*f++) : 0;
		switch (type) {
		case 'd':
		case 'c':
		case 'C':
			if (longs > 0 || wide)
				(void)va_arg(*list, long);
			else
				(void)va_arg(*list, int);
			break;
		case 'e':
			if (wide)
				(void)va_arg(*list, long double);
			else
				(void)va_arg(*list, double);
			break;
		case 's':
		case 'S': {
			const void *text = va_arg(*list, const void *);
			size_t most = precision < 0 ? SIZE_MAX : (size_t)precision;
			if (text && (longs > 0 || type == 'S')) {
				dr_reads_wide(text, most, site);
				symbolic_unknown(site);
			} else if (text) {
				dr_reads_text(text, most, site);
				symbolic_text(text, most, ends, site);
			}
			break;
		}
		case 'p': (void)va_arg(*list, void *); break;
		case 'n': {
			void *count = va_arg(*list, void *);
			dr_plain_range(count, dr_integer_size(wide ? 1 : longs), DR_WRITES, site);
			break;
		}
		case 'm':
		case '%': break;
		default: return symbolic_unknown(site);
		}
	}
}

/* `ends`: nobody reads what is printed. */
static void observe(const char *format, va_list list, int ends, const void *site)
{
	va_list copy;
	va_copy(copy, list);
	if (dr_self) {
		dr_reads_text(format, SIZE_MAX, site);
		dr_symbolic_pin_memory(format, dr_length(format, SIZE_MAX) + 1, site);
		announce_arguments(format, &copy, ends, site);
	}
	va_end(copy);
}

void dr_print_wide_reads(const wchar_t *format, va_list list, const void *site)
{
	if (!dr_self)
		return;
	dr_reads_wide(format, SIZE_MAX, site);
	size_t size = dr_wide_length(format, SIZE_MAX) + 1;
	char narrow[size]; /* conversions consist of ASCII characters */
	for (size_t i = 0; i < size; i++)
		narrow[i] = (char)(format[i] >= 0 && format[i] < 0x7f ? format[i] : 0x7f);
	va_list copy;
	va_copy(copy, list);
	announce_arguments(narrow, &copy, 0, site);
	va_end(copy);
}

/* Formats the text into the runtime's memory, which the caller must free. Sets *length and *size. */
static char *text_of(const char *format, va_list list, int *length, size_t *size)
{
	va_list copy;
	va_copy(copy, list);
	*size = DR_SCRATCH;
	char *text = dr_scratch(size);
	*length = dr_real.vsnprintf(text, *size, format, copy);
	va_end(copy);
	if (*length >= 0 && (size_t)*length >= *size) {
		*size = (size_t)*length + 1;
		text = dr_scratch(size);
		va_copy(copy, list);
		*length = dr_real.vsnprintf(text, *size, format, copy);
		va_end(copy);
	}
	if (*length > 0)
		dr_symbolic_clear(text, (size_t)*length); /* of what was there before */
	return text;
}

static int print(char *to, size_t room, const char *format, va_list list, const void *site)
{
	if (!dr_self)
		return dr_real.vsnprintf(to, room, format, list);
	observe(format, list, 0, site);
	int length;
	size_t size;
	char *text = text_of(format, list, &length, &size);
	if (length >= 0 && room) {
		size_t kept = (size_t)length < room ? (size_t)length : room - 1;
		dr_plain_range(to, kept + 1, DR_WRITES, site);
		dr_raw_memcpy(to, text, kept);
		to[kept] = 0;
	}
	dr_scratch_done(text, size);
	return length;
}

static int print_allocated(char **to, const char *format, va_list list, const void *site)
{
	observe(format, list, 0, site);
	int length;
	size_t size;
	char *text = text_of(format, list, &length, &size);
	char *block = length < 0 ? NULL : dr_programs_malloc((size_t)length + 1);
	if (block) {
		dr_writes(block, text, (size_t)length + 1, site);
		dr_writes(to, &block, sizeof block, site);
	} else
		length = -1;
	dr_scratch_done(text, size);
	return length;
}

static int print_file(FILE *file, const char *format, va_list list, const void *site)
{
	REAL(vfprintf);
	observe(format, list, file && dr_outside_ends(dr_stream_number(file)) && !dr_stream_has_buffer_of_program(file),
		site);
	dr_stream_alive(file, site);
	if (!dr_stream_shared(file))
		return real(file, format, list);
	int length;
	size_t size;
	char *text = text_of(format, list, &length, &size);
	size_t put = length < 0 ? 0 : (size_t)length;
	struct dr_stream_use u =
		dr_stream_begin("fprintf", file, (struct dr_stream_access){DR_PUT, text, put, 0}, site);
	int r = real(file, format, list);
	dr_stream_end(&u, text, put);
	dr_scratch_done(text, size);
	return r;
}

static int print_descriptor(int file, const char *format, va_list list, const void *site)
{
	ssize_t write(int, const void *, size_t);
	REAL(vdprintf);
	observe(format, list, 0, site);
	if (!dr_self)
		return real(file, format, list);
	int length;
	size_t size;
	char *text = text_of(format, list, &length, &size);
	ssize_t n = length < 0 ? -1 : write(file, text, (size_t)length);
	dr_scratch_done(text, size);
	return (int)n;
}

#define UNWRITTEN ((wchar_t)0x80000001) /* no character */

/* What does not fit is lost, and the result is -1: then what libc has written is found by comparison. */
static int print_wide(wchar_t *to, size_t room, const wchar_t *format, va_list list, const void *site)
{
	REAL(vswprintf);
	if (!dr_self)
		return real(to, room, format, list);
	dr_print_wide_reads(format, list, site);
	size_t size = room < SIZE_MAX / sizeof *to ? room * sizeof *to : SIZE_MAX;
	wchar_t *text = dr_scratch(&size);
	size_t count = size / sizeof *to;
	for (size_t i = 0; i < count && i < DR_SCRATCH; i++)
		text[i] = UNWRITTEN;
	va_list copy;
	va_copy(copy, list);
	int length = real(text, room < count ? room : count, format, copy);
	va_end(copy);
	size_t written = length < 0 ? 0 : (size_t)length + 1;
	for (size_t i = room < count ? room : count; length < 0 && i && !written; i--)
		if (text[i - 1] != UNWRITTEN)
			written = i;
	dr_writes(to, text, written * sizeof *to, site);
	dr_scratch_done(text, size);
	return length;
}

static int checked_wide(wchar_t *to, size_t asked, size_t room, const wchar_t *format, va_list list, const void *site)
{
	if (asked > room)
		__chk_fail();
	return print_wide(to, asked, format, list, site);
}

/* `room`: the size of the target, SIZE_MAX if the compiler does not know it. `asked`: the size argument, SIZE_MAX if
 * the call has none. */
static int checked(char *to, size_t asked, size_t room, const char *format, va_list list, const void *site)
{
	if (asked != SIZE_MAX && asked > room)
		__chk_fail();
	int length = print(to, asked < room ? asked : room, format, list, site);
	if (asked == SIZE_MAX && length >= 0 && (size_t)length >= room)
		__chk_fail();
	return length;
}

/* Defines each function in the variants with a va_list and with variable arguments. The C names differ, since the
 * runtime itself uses some of the original names (syscall.h). */
#define BOTH(name, list_name, parameters, call) \
	WEAK int dr_##list_name(DR_ALL parameters, va_list list) __asm__(#list_name); \
	int dr_##list_name(DR_ALL parameters, va_list list) \
	{ \
		return call; \
	} \
	WEAK int dr_##name(DR_ALL parameters, ...) __asm__(#name); \
	int dr_##name(DR_ALL parameters, ...) \
	{ \
		va_list list; \
		va_start(list, format); \
		int result = call; \
		va_end(list); \
		return result; \
	}
#define DR_ALL(...) __VA_ARGS__

BOTH(sprintf, vsprintf, (char *to, const char *format), print(to, SIZE_MAX, format, list, DR_SITE))
BOTH(snprintf, vsnprintf, (char *to, size_t room, const char *format), print(to, room, format, list, DR_SITE))
BOTH(swprintf, vswprintf, (wchar_t * to, size_t room, const wchar_t *format),
	print_wide(to, room, format, list, DR_SITE))
BOTH(asprintf, vasprintf, (char **to, const char *format), print_allocated(to, format, list, DR_SITE))
BOTH(printf, vprintf, (const char *format), print_file(stdout, format, list, DR_SITE))
BOTH(fprintf, vfprintf, (FILE * file, const char *format), print_file(file, format, list, DR_SITE))
BOTH(dprintf, vdprintf, (int file, const char *format), print_descriptor(file, format, list, DR_SITE))
/* The names that _FORTIFY_SOURCE uses. */
BOTH(__sprintf_chk, __vsprintf_chk, (char *to, int flag, size_t room, const char *format),
	((void)flag, checked(to, SIZE_MAX, room, format, list, DR_SITE)))
BOTH(__snprintf_chk, __vsnprintf_chk, (char *to, size_t asked, int flag, size_t room, const char *format),
	((void)flag, checked(to, asked, room, format, list, DR_SITE)))
BOTH(__asprintf_chk, __vasprintf_chk, (char **to, int flag, const char *format),
	((void)flag, print_allocated(to, format, list, DR_SITE)))
BOTH(__printf_chk, __vprintf_chk, (int flag, const char *format),
	((void)flag, print_file(stdout, format, list, DR_SITE)))
BOTH(__fprintf_chk, __vfprintf_chk, (FILE * file, int flag, const char *format),
	((void)flag, print_file(file, format, list, DR_SITE)))
BOTH(__dprintf_chk, __vdprintf_chk, (int file, int flag, const char *format),
	((void)flag, print_descriptor(file, format, list, DR_SITE)))
BOTH(__swprintf_chk, __vswprintf_chk, (wchar_t * to, size_t asked, int flag, size_t room, const wchar_t *format),
	((void)flag, checked_wide(to, asked, room, format, list, DR_SITE)))
