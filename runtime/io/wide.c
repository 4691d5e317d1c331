/*
 * Calls on streams of wide characters (C11 7.29.2, 7.29.3). How many bytes a character becomes, and when libc writes
 * them, is not known beforehand: each call that puts characters may write the file.
 */
#include "memory/plain.h"
#include "io/print.h"
#include "io/stream-calls.h"
#include "libc/format.h"

#include <stdarg.h>
#include <wchar.h>

#define PUTS_WIDE ACT(DR_PUT_WIDE)

PASSES(wint_t, fputwc, PUTS_WIDE, (wchar_t c, FILE *file), (c, file))
PASSES(wint_t, putwc, PUTS_WIDE, (wchar_t c, FILE *file), (c, file))
PASSES(wint_t, fgetwc, GETS(1), (FILE * file), (file))
PASSES(wint_t, getwc, GETS(1), (FILE * file), (file))
PASSES(wint_t, ungetwc, ACT(DR_STATE), (wint_t c, FILE *file), (c, file))
PASSES(int, fwide, ACT(DR_STATE), (FILE * file, int mode), (file, mode))
UNLOCKED(wint_t, fputwc_unlocked, PUTS_WIDE, (wchar_t c, FILE *file), (c, file))
UNLOCKED(wint_t, putwc_unlocked, PUTS_WIDE, (wchar_t c, FILE *file), (c, file))
UNLOCKED(wint_t, fgetwc_unlocked, GETS(1), (FILE * file), (file))
UNLOCKED(wint_t, getwc_unlocked, GETS(1), (FILE * file), (file))

static int print(FILE *file, const wchar_t *format, va_list list, const void *site)
{
	static int (*real)(FILE *, const wchar_t *, va_list);
	dr_real_one(&real, "vfwprintf");
	dr_print_wide_reads(format, list, site);
	struct dr_stream_use u = dr_stream_begin("fwprintf", file, PUTS_WIDE, site);
	int r = real(file, format, list);
	dr_stream_end(&u, &r, sizeof r);
	return r;
}

/* A call in the variants with a va_list and with variable arguments. */
#define PRINTS(name, list_name, file, ...) \
	WEAK int dr_##list_name(__VA_ARGS__, va_list list) __asm__(#list_name); \
	int dr_##list_name(__VA_ARGS__, va_list list) \
	{ \
		return print(file, format, list, DR_SITE); \
	} \
	WEAK int dr_##name(__VA_ARGS__, ...) __asm__(#name); \
	int dr_##name(__VA_ARGS__, ...) \
	{ \
		va_list list; \
		va_start(list, format); \
		int n = print(file, format, list, DR_SITE); \
		va_end(list); \
		return n; \
	}
#define IGNORED(flag) __attribute__((unused)) int flag
PRINTS(fwprintf, vfwprintf, file, FILE *file, const wchar_t *format)
PRINTS(wprintf, vwprintf, stdout, const wchar_t *format)
/* The names that _FORTIFY_SOURCE uses. */
PRINTS(__fwprintf_chk, __vfwprintf_chk, file, FILE *file, IGNORED(flag), const wchar_t *format)
PRINTS(__wprintf_chk, __vwprintf_chk, stdout, IGNORED(flag), const wchar_t *format)

/* The same of a standard stream that is not named. */
#define STANDARD(type, name, by, parameters, given) \
	WEAK type dr_##name parameters __asm__(#name); \
	type dr_##name parameters \
	{ \
		return dr_##by given; \
	}
STANDARD(wint_t, putwchar, putwc, (wchar_t c), (c, stdout))
STANDARD(wint_t, getwchar, getwc, (void), (stdin))
STANDARD(wint_t, putwchar_unlocked, putwc_unlocked, (wchar_t c), (c, stdout))
STANDARD(wint_t, getwchar_unlocked, getwc_unlocked, (void), (stdin))

/* The characters of a text with its end. */
static size_t size_of(const wchar_t *text)
{
	return (dr_wide_length(text, SIZE_MAX) + 1) * sizeof *text;
}

WEAK int dr_fputws(const wchar_t *text, FILE *file) __asm__("fputws");
int dr_fputws(const wchar_t *text, FILE *file)
{
	static int (*real)(const wchar_t *, FILE *);
	dr_real_one(&real, "fputws");
	size_t size = size_of(text);
	dr_plain_range(text, size, DR_READS, DR_SITE);
	struct dr_stream_use u = dr_stream_begin("fputws", file, PUTS_WIDE, DR_SITE);
	int r = real(text, file);
	dr_stream_end(&u, text, size);
	return r;
}

WEAK wchar_t *dr_fgetws(wchar_t *to, int room, FILE *file) __asm__("fgetws");
wchar_t *dr_fgetws(wchar_t *to, int room, FILE *file)
{
	static wchar_t *(*real)(wchar_t *, int, FILE *);
	dr_real_one(&real, "fgetws");
	if (!dr_self || room <= 0)
		return real(to, room, file);
	size_t size = (size_t)room * sizeof *to;
	wchar_t *made = dr_scratch(&size);
	int most = (int)(size / sizeof *to) < room ? (int)(size / sizeof *to) : room;
	struct dr_stream_use u = dr_stream_begin("fgetws", file, GETS(SIZE_MAX), DR_SITE);
	wchar_t *got = real(made, most, file);
	size_t bytes = got ? size_of(made) : 0;
	dr_stream_end(&u, made, bytes);
	if (!got)
		return NULL;
	dr_writes(to, made, bytes, DR_SITE);
	return to;
}
