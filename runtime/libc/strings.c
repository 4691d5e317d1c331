/* Functions that only read strings and bytes: strlen, strcmp, memchr and so on (C11 7.24; libc.h). */
#include "libc/libc.h"

#include <string.h>
#include <strings.h>

typedef unsigned char byte;

static byte folded(byte c)
{
	return c >= 'A' && c <= 'Z' ? (byte)(c + 'a' - 'A') : c;
}

/* Compares texts, at most `most` characters, and announces what it reads: up to the first difference. */
static int compare(const char *left, const char *right, size_t most, int fold, const void *site)
{
	const volatile byte *a = (const volatile byte *)left, *b = (const volatile byte *)right;
	size_t n = 0;
	while (n < most && a[n] && (fold ? folded(a[n]) == folded(b[n]) : a[n] == b[n]))
		n++;
	size_t seen = n < most ? n + 1 : n;
	dr_plain_range(left, seen, DR_READS, site);
	dr_plain_range(right, seen, DR_READS, site);
	if (n == most)
		return 0;
	return fold ? folded(a[n]) - folded(b[n]) : a[n] - b[n];
}

static int compare_bytes(const void *left, const void *right, size_t size, const void *site)
{
	const volatile byte *a = left, *b = right;
	dr_plain_range(left, size, DR_READS, site);
	dr_plain_range(right, size, DR_READS, site);
	for (size_t i = 0; i < size; i++)
		if (a[i] != b[i])
			return a[i] - b[i];
	return 0;
}

static size_t length(const char *text, size_t most, const void *site)
{
	dr_reads_text(text, most, site);
	return dr_length(text, most);
}

/* A pointer to the byte, or NULL. The search ends there, at `most` bytes, or (if `text`) at the zero. */
static void *find(const void *from, int wanted, size_t most, int text, const void *site)
{
	const volatile byte *at = from;
	size_t n = 0;
	while (n < most && at[n] != (byte)wanted && !(text && !at[n]))
		n++;
	dr_plain_range(from, n < most ? n + 1 : n, DR_READS, site);
	return n < most && at[n] == (byte)wanted ? (void *)((byte *)(uintptr_t)from + n) : NULL;
}

static char *find_last(const char *text, int wanted, const void *site)
{
	size_t n = length(text, SIZE_MAX, site) + 1;
	while (n--)
		if (text[n] == (char)wanted)
			return (char *)(uintptr_t)text + n;
	return NULL;
}

/* The number of characters at the beginning that are, or (if not `in`) are not, in the set. */
static size_t span(const char *text, const char *set, int in, const void *site)
{
	dr_reads_text(set, SIZE_MAX, site);
	size_t n = 0;
	for (; text[n]; n++) {
		const char *c = set;
		while (*c && *c != text[n])
			c++;
		if ((*c != 0) != in)
			break;
	}
	dr_plain_range(text, n + 1, DR_READS, site);
	return n;
}

static char *find_text(const char *text, const char *wanted, const void *site)
{
	size_t there = length(text, SIZE_MAX, site), size = length(wanted, SIZE_MAX, site);
	for (size_t at = 0; at + size <= there; at++) {
		size_t n = 0;
		while (n < size && text[at + n] == wanted[n])
			n++;
		if (n == size)
			return (char *)(uintptr_t)text + at;
	}
	return NULL;
}

static char *duplicate(const char *text, size_t most, const void *site)
{
	size_t n = length(text, most, site);
	char *copy = dr_programs_malloc(n + 1);
	if (!copy)
		return NULL;
	dr_plain_range(copy, n + 1, DR_WRITES, site);
	dr_raw_memcpy(copy, text, n);
	copy[n] = 0;
	return copy;
}

#define NAMES(NAME) \
	NAME(size_t, strnlen, (const char *text, size_t most), length(text, most, DR_SITE)) \
	NAME(int, strcmp, (const char *a, const char *b), compare(a, b, SIZE_MAX, 0, DR_SITE)) \
	NAME(int, strncmp, (const char *a, const char *b, size_t most), compare(a, b, most, 0, DR_SITE)) \
	NAME(int, strcasecmp, (const char *a, const char *b), compare(a, b, SIZE_MAX, 1, DR_SITE)) \
	NAME(int, strncasecmp, (const char *a, const char *b, size_t most), compare(a, b, most, 1, DR_SITE)) \
	NAME(int, memcmp, (const void *a, const void *b, size_t size), compare_bytes(a, b, size, DR_SITE)) \
	NAME(int, bcmp, (const void *a, const void *b, size_t size), compare_bytes(a, b, size, DR_SITE)) \
	NAME(void *, memchr, (const void *from, int c, size_t size), find(from, c, size, 0, DR_SITE)) \
	NAME(void *, rawmemchr, (const void *from, int c), find(from, c, SIZE_MAX, 0, DR_SITE)) \
	NAME(char *, strchr, (const char *text, int c), find(text, c, SIZE_MAX, 1, DR_SITE)) \
	NAME(char *, index, (const char *text, int c), find(text, c, SIZE_MAX, 1, DR_SITE)) \
	NAME(char *, strrchr, (const char *text, int c), find_last(text, c, DR_SITE)) \
	NAME(char *, rindex, (const char *text, int c), find_last(text, c, DR_SITE)) \
	NAME(char *, strstr, (const char *text, const char *wanted), find_text(text, wanted, DR_SITE)) \
	NAME(size_t, strspn, (const char *text, const char *set), span(text, set, 1, DR_SITE)) \
	NAME(size_t, strcspn, (const char *text, const char *set), span(text, set, 0, DR_SITE)) \
	NAME(char *, strdup, (const char *text), duplicate(text, SIZE_MAX, DR_SITE)) \
	NAME(char *, __strdup, (const char *text), duplicate(text, SIZE_MAX, DR_SITE)) \
	NAME(char *, strndup, (const char *text, size_t most), duplicate(text, most, DR_SITE)) \
	NAME(char *, __strndup, (const char *text, size_t most), duplicate(text, most, DR_SITE))

#define DECLARE(type, name, arguments, value) WEAK type name arguments;
#define DEFINE(type, name, arguments, value) \
	type name arguments \
	{ \
		return value; \
	}
NAMES(DECLARE)
NAMES(DEFINE)

WEAK char *strpbrk(const char *text, const char *set);
char *strpbrk(const char *text, const char *set)
{
	size_t n = span(text, set, 0, DR_SITE);
	return text[n] ? (char *)(uintptr_t)text + n : NULL;
}

/* Under another name in C, since the runtime uses strlen for its own function (syscall.h). */
WEAK size_t dr_strlen(const char *text) __asm__("strlen");
size_t dr_strlen(const char *text)
{
	return length(text, SIZE_MAX, DR_SITE);
}
