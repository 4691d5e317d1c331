/* Functions on wide strings (C11 7.29.4): wcslen, wcscpy, wmemcpy and so on (interposed.h). */
#include "memory/plain.h"
#include "memory/interposed.h"

#include <stdlib.h>
#include <wctype.h>

#define WIDE sizeof(wchar_t)

static void reads(const wchar_t *from, size_t count, const void *site)
{
	dr_plain_range(from, count * WIDE, DR_READS, site);
}

static wchar_t *writable(const wchar_t *text)
{
	return (wchar_t *)(uintptr_t)text;
}

/* Compares texts up to the first difference. */
static int compare(const wchar_t *a, const wchar_t *b, size_t most, int fold, const void *site)
{
	size_t n = 0;
	while (n < most && a[n] && (fold ? towlower((wint_t)a[n]) == towlower((wint_t)b[n]) : a[n] == b[n]))
		n++;
	size_t seen = n < most ? n + 1 : n;
	reads(a, seen, site);
	reads(b, seen, site);
	if (n == most)
		return 0;
	wint_t left = (wint_t)a[n], right = (wint_t)b[n];
	if (fold)
		return (int)towlower(left) - (int)towlower(right);
	return a[n] < b[n] ? -1 : a[n] > b[n];
}

static int compare_all(const wchar_t *a, const wchar_t *b, size_t count, const void *site)
{
	reads(a, count, site);
	reads(b, count, site);
	for (size_t i = 0; i < count; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}

static size_t length(const wchar_t *text, size_t most, const void *site)
{
	dr_reads_wide(text, most, site);
	return dr_wide_length(text, most);
}

/* The index of the character. The search ends there, at `most` characters, or (if `text`) at the zero. */
static size_t place_of(const wchar_t *from, wchar_t wanted, size_t most, int text, const void *site)
{
	size_t n = 0;
	while (n < most && from[n] != wanted && !(text && !from[n]))
		n++;
	reads(from, n < most ? n + 1 : n, site);
	return n;
}

static wchar_t *find(const wchar_t *from, wchar_t wanted, size_t most, int text, const void *site)
{
	size_t n = place_of(from, wanted, most, text, site);
	return n < most && from[n] == wanted ? writable(from) + n : NULL;
}

static wchar_t *find_last(const wchar_t *text, wchar_t wanted, const void *site)
{
	size_t n = length(text, SIZE_MAX, site) + 1;
	while (n--)
		if (text[n] == wanted)
			return writable(text) + n;
	return NULL;
}

static int among(wchar_t c, const wchar_t *set)
{
	while (*set && *set != c)
		set++;
	return *set != 0;
}

/* The number of characters at the beginning that are, or (if not `in`) are not, in the set. */
static size_t span(const wchar_t *text, const wchar_t *set, int in, const void *site)
{
	size_t n = 0;
	dr_reads_wide(set, SIZE_MAX, site);
	while (text[n] && among(text[n], set) == in)
		n++;
	reads(text, n + 1, site);
	return n;
}

static wchar_t *find_among(const wchar_t *text, const wchar_t *set, const void *site)
{
	size_t n = span(text, set, 0, site);
	return text[n] ? writable(text) + n : NULL;
}

/* Reads the text up to the end of what it finds. */
static wchar_t *find_text(const wchar_t *text, const wchar_t *wanted, const void *site)
{
	size_t size = length(wanted, SIZE_MAX, site), there = dr_wide_length(text, SIZE_MAX);
	for (size_t at = 0; at + size <= there; at++) {
		size_t n = 0;
		while (n < size && text[at + n] == wanted[n])
			n++;
		if (n == size) {
			reads(text, at + size, site);
			return writable(text) + at;
		}
	}
	reads(text, there + 1, site);
	return NULL;
}

/* Copies so many characters. */
static wchar_t *copy(wchar_t *to, const wchar_t *from, size_t count, const void *site)
{
	reads(from, count, site);
	dr_plain_range(to, count * WIDE, DR_WRITES, site);
	dr_raw_memmove(to, from, count * WIDE);
	return to;
}

static wchar_t *fill(wchar_t *to, wchar_t c, size_t count, const void *site)
{
	dr_plain_range(to, count * WIDE, DR_WRITES, site);
	for (size_t i = 0; i < count; i++)
		to[i] = c;
	return to;
}

/* Copies at most `most` characters, and the terminating zero if `zero`. Returns the end of the copy. */
static wchar_t *put(wchar_t *to, const wchar_t *from, size_t most, int zero, const void *site)
{
	dr_reads_wide(from, most, site);
	size_t n = dr_wide_length(from, most);
	dr_plain_range(to, (n + (zero != 0)) * WIDE, DR_WRITES, site);
	dr_raw_memcpy(to, from, n * WIDE);
	if (zero)
		to[n] = 0;
	return to + n;
}

static wchar_t *put_filled(wchar_t *to, const wchar_t *from, size_t most, const void *site)
{
	wchar_t *end = put(to, from, most, 0, site);
	return fill(end, 0, most - (size_t)(end - to), site);
}

static wchar_t *end_of(wchar_t *text, const void *site)
{
	return text + length(text, SIZE_MAX, site);
}

static wchar_t *token(wchar_t *text, const wchar_t *separators, wchar_t **rest, const void *site)
{
	if (!text) {
		dr_plain_range(rest, sizeof *rest, DR_READS, site);
		text = *rest;
	}
	if (!text)
		return NULL;
	dr_reads_wide(separators, SIZE_MAX, site);
	wchar_t *begin = text, *after = NULL;
	while (*begin && among(*begin, separators))
		begin++;
	wchar_t *end = begin;
	while (*end && !among(*end, separators))
		end++;
	reads(text, (size_t)(end - text) + 1, site);
	if (*end) {
		dr_writes(end, L"", WIDE, site);
		after = end + 1;
	}
	dr_writes(rest, &after, sizeof after, site);
	return begin == end ? NULL : begin;
}

static wchar_t *duplicate(const wchar_t *text, const void *site)
{
	size_t size = (length(text, SIZE_MAX, site) + 1) * WIDE;
	wchar_t *made = dr_programs_malloc(size);
	if (made)
		dr_writes(made, text, size, site);
	return made;
}

#define TO wchar_t *to, const wchar_t *from
#define TWO const wchar_t *a, const wchar_t *b
#define NAMES(NAME) \
	NAME(size_t, wcslen, (const wchar_t *text), length(text, SIZE_MAX, DR_SITE)) \
	NAME(size_t, wcsnlen, (const wchar_t *text, size_t most), length(text, most, DR_SITE)) \
	NAME(int, wcscmp, (TWO), compare(a, b, SIZE_MAX, 0, DR_SITE)) \
	NAME(int, wcsncmp, (TWO, size_t most), compare(a, b, most, 0, DR_SITE)) \
	NAME(int, wcscasecmp, (TWO), compare(a, b, SIZE_MAX, 1, DR_SITE)) \
	NAME(int, wcsncasecmp, (TWO, size_t most), compare(a, b, most, 1, DR_SITE)) \
	NAME(int, wmemcmp, (TWO, size_t count), compare_all(a, b, count, DR_SITE)) \
	NAME(wchar_t *, wmemchr, (const wchar_t *from, wchar_t c, size_t count), find(from, c, count, 0, DR_SITE)) \
	NAME(wchar_t *, wcschr, (const wchar_t *text, wchar_t c), find(text, c, SIZE_MAX, 1, DR_SITE)) \
	NAME(wchar_t *, wcschrnul, (const wchar_t *text, wchar_t c), \
		writable(text) + place_of(text, c, SIZE_MAX, 1, DR_SITE)) \
	NAME(wchar_t *, wcsrchr, (const wchar_t *text, wchar_t c), find_last(text, c, DR_SITE)) \
	NAME(wchar_t *, wcsstr, (TWO), find_text(a, b, DR_SITE)) \
	NAME(wchar_t *, wcswcs, (TWO), find_text(a, b, DR_SITE)) \
	NAME(size_t, wcsspn, (TWO), span(a, b, 1, DR_SITE)) \
	NAME(size_t, wcscspn, (TWO), span(a, b, 0, DR_SITE)) \
	NAME(wchar_t *, wcspbrk, (TWO), find_among(a, b, DR_SITE)) \
	NAME(wchar_t *, wmemcpy, (TO, size_t count), copy(to, from, count, DR_SITE)) \
	NAME(wchar_t *, wmemmove, (TO, size_t count), copy(to, from, count, DR_SITE)) \
	NAME(wchar_t *, wmempcpy, (TO, size_t count), copy(to, from, count, DR_SITE) + count) \
	NAME(wchar_t *, wmemset, (wchar_t * to, wchar_t c, size_t count), fill(to, c, count, DR_SITE)) \
	NAME(wchar_t *, wcscpy, (TO), (put(to, from, SIZE_MAX, 1, DR_SITE), to)) \
	NAME(wchar_t *, wcpcpy, (TO), put(to, from, SIZE_MAX, 1, DR_SITE)) \
	NAME(wchar_t *, wcsncpy, (TO, size_t most), (put_filled(to, from, most, DR_SITE), to)) \
	NAME(wchar_t *, wcpncpy, (TO, size_t most), put_filled(to, from, most, DR_SITE)) \
	NAME(wchar_t *, wcscat, (TO), (put(end_of(to, DR_SITE), from, SIZE_MAX, 1, DR_SITE), to)) \
	NAME(wchar_t *, wcsncat, (TO, size_t most), (put(end_of(to, DR_SITE), from, most, 1, DR_SITE), to)) \
	NAME(wchar_t *, wcstok, (wchar_t * text, const wchar_t *separators, wchar_t **rest), \
		token(text, separators, rest, DR_SITE)) \
	NAME(wchar_t *, wcsdup, (const wchar_t *text), duplicate(text, DR_SITE))

NAMES(DR_DECLARE_NAME)
NAMES(DR_DEFINE_NAME)

WEAK int wcscoll(TWO);
int wcscoll(TWO)
{
	REAL(wcscoll);
	dr_reads_wide(a, SIZE_MAX, DR_SITE);
	dr_reads_wide(b, SIZE_MAX, DR_SITE);
	return real(a, b);
}

WEAK size_t wcsxfrm(TO, size_t room);
size_t wcsxfrm(TO, size_t room)
{
	REAL(wcsxfrm);
	dr_reads_wide(from, SIZE_MAX, DR_SITE);
	size_t length = real(NULL, from, 0), count = length < room ? length + 1 : room, size = count * WIDE;
	wchar_t *made = dr_scratch(&size);
	real(made, from, count);
	dr_writes(to, made, count * WIDE, DR_SITE);
	dr_scratch_done(made, size);
	return length;
}

/* The names that _FORTIFY_SOURCE uses; `room` counts characters. */
#define CHECKED(name, parameters, given, needed) \
	WEAK wchar_t *__##name##_chk(DR_ALL parameters, size_t room); \
	wchar_t *__##name##_chk(DR_ALL parameters, size_t room) \
	{ \
		if ((needed) > room) \
			__chk_fail(); \
		return name given; \
	}
#define DR_ALL(...) __VA_ARGS__
#define LENGTH(text) dr_wide_length(text, SIZE_MAX)

CHECKED(wmemcpy, (TO, size_t count), (to, from, count), count)
CHECKED(wmemmove, (TO, size_t count), (to, from, count), count)
CHECKED(wmempcpy, (TO, size_t count), (to, from, count), count)
CHECKED(wmemset, (wchar_t * to, wchar_t c, size_t count), (to, c, count), count)
CHECKED(wcscpy, (TO), (to, from), LENGTH(from) + 1)
CHECKED(wcpcpy, (TO), (to, from), LENGTH(from) + 1)
CHECKED(wcsncpy, (TO, size_t most), (to, from, most), most)
CHECKED(wcpncpy, (TO, size_t most), (to, from, most), most)
CHECKED(wcscat, (TO), (to, from), LENGTH(to) + LENGTH(from) + 1)
CHECKED(wcsncat, (TO, size_t most), (to, from, most), LENGTH(to) + dr_wide_length(from, most) + 1)
