/*
 * Calls on streams of wide characters (C11 7.29.2, 7.29.3). How many bytes a character becomes, and when libc writes
 * them, is not known beforehand: each call that puts characters may write the file.
 */
#include "io/stream-calls.h"

#include <stdarg.h>
#include <wchar.h>

#define PUTS_WIDE ACT(DR_PUT_WIDE)

PASSES(wint_t, fputwc, PUTS_WIDE, (wchar_t c, FILE *file), (c, file))
PASSES(wint_t, putwc, PUTS_WIDE, (wchar_t c, FILE *file), (c, file))
PASSES(wint_t, fgetwc, GETS(1), (FILE * file), (file))
PASSES(wint_t, getwc, GETS(1), (FILE * file), (file))
PASSES(wint_t, ungetwc, ACT(DR_STATE), (wint_t c, FILE *file), (c, file))
PASSES(int, fwide, ACT(DR_STATE), (FILE * file, int mode), (file, mode))
PASSES(int, vfwprintf, PUTS_WIDE, (FILE * file, const wchar_t *format, va_list list), (file, format, list))
UNLOCKED(wint_t, fputwc_unlocked, PUTS_WIDE, (wchar_t c, FILE *file), (c, file))
UNLOCKED(wint_t, putwc_unlocked, PUTS_WIDE, (wchar_t c, FILE *file), (c, file))
UNLOCKED(wint_t, fgetwc_unlocked, GETS(1), (FILE * file), (file))
UNLOCKED(wint_t, getwc_unlocked, GETS(1), (FILE * file), (file))

/* The same call as `by`, with its arguments one by one behind `format`. */
#define WITH_LIST(name, by, file, ...) \
	WEAK int dr_##name(__VA_ARGS__, ...) __asm__(#name); \
	int dr_##name(__VA_ARGS__, ...) \
	{ \
		va_list list; \
		va_start(list, format); \
		int n = dr_##by(file, format, list); \
		va_end(list); \
		return n; \
	}
WITH_LIST(fwprintf, vfwprintf, file, FILE *file, const wchar_t *format)
WITH_LIST(wprintf, vfwprintf, stdout, const wchar_t *format)

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
STANDARD(int, vwprintf, vfwprintf, (const wchar_t *format, va_list list), (stdout, format, list))

/* The characters of a text with its end. */
static size_t size_of(const wchar_t *text)
{
	size_t n = 0;
	while (((const volatile wchar_t *)text)[n++])
		;
	return n * sizeof *text;
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
