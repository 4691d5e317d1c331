/* Functions that only read strings and bytes: strlen, strcmp, memchr and so on (C11 7.24; interposed.h). */
#include "fuzz/comparisons.h"
#include "memory/plain.h"
#include "memory/interposed.h"

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
	dr_compared_texts(left, right, n, most, site);
	return fold ? folded(a[n]) - folded(b[n]) : a[n] - b[n];
}

static int compare_bytes(const void *left, const void *right, size_t size, const void *site)
{
	const volatile byte *a = left, *b = right;
	dr_plain_range(left, size, DR_READS, site);
	dr_plain_range(right, size, DR_READS, site);
	for (size_t i = 0; i < size; i++)
		if (a[i] != b[i]) {
			dr_compared(left, right, size < DR_COMPARED_LONGEST ? size : DR_COMPARED_LONGEST, site);
			return a[i] - b[i];
		}
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

static void *find_last_byte(const void *from, int wanted, size_t size, const void *site)
{
	const volatile byte *at = from;
	size_t n = size;
	while (n && at[n - 1] != (byte)wanted)
		n--;
	size_t begin = n ? n - 1 : 0;
	dr_plain_range((const byte *)from + begin, size - begin, DR_READS, site);
	return n ? (byte *)(uintptr_t)from + begin : NULL;
}

/* The index of the bytes; SIZE_MAX if they are not there. */
static size_t place_of(const byte *there, size_t size, const byte *wanted, size_t length, int fold)
{
	for (size_t at = 0; at + length <= size; at++) {
		size_t n = 0;
		while (n < length && (fold ? folded(there[at + n]) == folded(wanted[n]) : there[at + n] == wanted[n]))
			n++;
		if (n == length)
			return at;
	}
	return SIZE_MAX;
}

/* Reads the text up to the end of what it finds. */
static char *find_text(const char *text, const char *wanted, int fold, const void *site)
{
	size_t size = length(wanted, SIZE_MAX, site), there = dr_length(text, SIZE_MAX);
	size_t at = place_of((const byte *)text, there, (const byte *)wanted, size, fold);
	dr_plain_range(text, at == SIZE_MAX ? there + 1 : at + size, DR_READS, site);
	return at == SIZE_MAX ? NULL : (char *)(uintptr_t)text + at;
}

static void *find_bytes(const void *from, size_t there, const void *wanted, size_t size, const void *site)
{
	dr_plain_range(wanted, size, DR_READS, site);
	size_t at = place_of(from, there, wanted, size, 0);
	dr_plain_range(from, at == SIZE_MAX ? there : at + size, DR_READS, site);
	return at == SIZE_MAX ? NULL : (byte *)(uintptr_t)from + at;
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
	NAME(char *, strstr, (const char *text, const char *wanted), find_text(text, wanted, 0, DR_SITE)) \
	NAME(char *, strcasestr, (const char *text, const char *wanted), find_text(text, wanted, 1, DR_SITE)) \
	NAME(void *, memmem, (const void *from, size_t there, const void *wanted, size_t size), \
		find_bytes(from, there, wanted, size, DR_SITE)) \
	NAME(void *, memrchr, (const void *from, int c, size_t size), find_last_byte(from, c, size, DR_SITE)) \
	NAME(size_t, strspn, (const char *text, const char *set), span(text, set, 1, DR_SITE)) \
	NAME(size_t, strcspn, (const char *text, const char *set), span(text, set, 0, DR_SITE)) \
	NAME(char *, strdup, (const char *text), duplicate(text, SIZE_MAX, DR_SITE)) \
	NAME(char *, __strdup, (const char *text), duplicate(text, SIZE_MAX, DR_SITE)) \
	NAME(char *, strndup, (const char *text, size_t most), duplicate(text, most, DR_SITE)) \
	NAME(char *, __strndup, (const char *text, size_t most), duplicate(text, most, DR_SITE))

NAMES(DR_DECLARE_NAME)
NAMES(DR_DEFINE_NAME)

WEAK char *strpbrk(const char *text, const char *set);
char *strpbrk(const char *text, const char *set)
{
	size_t n = span(text, set, 0, DR_SITE);
	return text[n] ? (char *)(uintptr_t)text + n : NULL;
}

WEAK char *strchrnul(const char *text, int c);
char *strchrnul(const char *text, int c)
{
	size_t n = 0;
	while (text[n] && text[n] != (char)c)
		n++;
	dr_plain_range(text, n + 1, DR_READS, DR_SITE);
	return (char *)(uintptr_t)text + n;
}

/* GNU's, which <string.h> declares. */
WEAK char *basename(const char *path);
char *basename(const char *path)
{
	const char *slash = find_last(path, '/', DR_SITE);
	return (char *)(uintptr_t)(slash ? slash + 1 : path);
}

/* Comparisons that depend on the locale, or on numbers in the texts. */
#define COMPARES(name) \
	WEAK int name(const char *a, const char *b); \
	int name(const char *a, const char *b) \
	{ \
		REAL(name); \
		dr_reads_text(a, SIZE_MAX, DR_SITE); \
		dr_reads_text(b, SIZE_MAX, DR_SITE); \
		return real(a, b); \
	}
COMPARES(strverscmp)
COMPARES(strcoll)

/* Under another name in C, since the runtime uses strlen for its own function (syscall.h). */
WEAK size_t dr_strlen(const char *text) __asm__("strlen");
size_t dr_strlen(const char *text)
{
	return length(text, SIZE_MAX, DR_SITE);
}
