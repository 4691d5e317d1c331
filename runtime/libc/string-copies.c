/*
 * Functions that copy strings: strcpy, strcat and so on (C11 7.24.2, 7.24.3). Their accesses are announced as if the
 * program's own code made them (interposed.h).
 */
#include "memory/plain.h"
#include "memory/interposed.h"

#include <string.h>
#include <unistd.h>

WEAK char *strcpy(char *to, const char *from);
WEAK char *stpcpy(char *to, const char *from);
WEAK char *strcat(char *to, const char *from);
WEAK char *strncpy(char *to, const char *from, size_t most);
WEAK char *strncat(char *to, const char *from, size_t most);
WEAK char *stpncpy(char *to, const char *from, size_t most);
WEAK void *memccpy(void *to, const void *from, int last, size_t most);
WEAK size_t strxfrm(char *to, const char *from, size_t room);
WEAK void explicit_bzero(void *to, size_t size);
WEAK void swab(const void *from, void *to, ssize_t size);

/* The end of the text; announces the read. */
static char *end_of(char *text, const void *site)
{
	size_t n = dr_length(text, SIZE_MAX);
	dr_plain_range(text, n + 1, 0, site);
	return text + n;
}

/* Copies at most `most` characters, and the terminating zero if `zero`. Returns the end of the copy. */
static char *put(char *to, const char *from, size_t most, int zero, const void *site)
{
	size_t n = dr_length(from, most);
	dr_plain_range(from, n < most ? n + 1 : n, 0, site);
	dr_plain_range(to, n + (zero != 0), 1, site);
	dr_raw_memcpy(to, from, n);
	if (zero)
		to[n] = 0;
	return to + n;
}

char *stpcpy(char *to, const char *from)
{
	return put(to, from, SIZE_MAX, 1, DR_SITE);
}

char *strcpy(char *to, const char *from)
{
	put(to, from, SIZE_MAX, 1, DR_SITE);
	return to;
}

char *strcat(char *to, const char *from)
{
	put(end_of(to, DR_SITE), from, SIZE_MAX, 1, DR_SITE);
	return to;
}

char *strncat(char *to, const char *from, size_t most)
{
	put(end_of(to, DR_SITE), from, most, 1, DR_SITE);
	return to;
}

/* Copies at most `most` characters and fills up with zeros. Returns the end of the copy. */
static char *put_filled(char *to, const char *from, size_t most, const void *site)
{
	char *end = put(to, from, most, 0, site);
	size_t left = most - (size_t)(end - to);
	dr_plain_range(end, left, DR_WRITES, site);
	dr_raw_memset(end, 0, left);
	return end;
}

char *strncpy(char *to, const char *from, size_t most)
{
	put_filled(to, from, most, DR_SITE);
	return to;
}

char *stpncpy(char *to, const char *from, size_t most)
{
	return put_filled(to, from, most, DR_SITE);
}

void *memccpy(void *to, const void *from, int last, size_t most)
{
	const volatile unsigned char *at = from;
	size_t n = 0;
	while (n < most && at[n] != (unsigned char)last)
		n++;
	size_t copied = n < most ? n + 1 : n;
	dr_plain_range(from, copied, DR_READS, DR_SITE);
	dr_writes(to, from, copied, DR_SITE);
	return n < most ? (char *)to + copied : NULL;
}

size_t strxfrm(char *to, const char *from, size_t room)
{
	REAL(strxfrm);
	dr_reads_text(from, SIZE_MAX, DR_SITE);
	size_t length = real(NULL, from, 0), size = length < room ? length + 1 : room, given = size;
	char *made = dr_scratch(&given);
	real(made, from, size);
	dr_writes(to, made, size, DR_SITE);
	dr_scratch_done(made, given);
	return length;
}

void explicit_bzero(void *to, size_t size)
{
	dr_plain_range(to, size, DR_WRITES, DR_SITE);
	dr_raw_memset(to, 0, size);
}

void swab(const void *from, void *to, ssize_t size)
{
	const char *read = from;
	if (size < 2)
		return;
	dr_plain_range(from, (size_t)size & ~(size_t)1, DR_READS, DR_SITE);
	dr_plain_range(to, (size_t)size & ~(size_t)1, DR_WRITES, DR_SITE);
	for (ssize_t i = 0; i + 1 < size; i += 2) {
		char second = read[i + 1];
		((char *)to)[i + 1] = read[i];
		((char *)to)[i] = second;
	}
}

/* Other versions of libc do not have them, and configure scripts ask the linker. */
#if __GLIBC_PREREQ(2, 38)
static size_t put_bounded(char *to, size_t before, const char *from, size_t room, const void *site)
{
	size_t length = dr_length(from, SIZE_MAX);
	dr_plain_range(from, length + 1, DR_READS, site);
	if (before < room) {
		size_t left = room - before - 1, copied = length < left ? length : left;
		dr_plain_range(to + before, copied + 1, DR_WRITES, site);
		dr_raw_memcpy(to + before, from, copied);
		to[before + copied] = 0;
	}
	return before + length;
}

WEAK size_t strlcpy(char *to, const char *from, size_t room);
size_t strlcpy(char *to, const char *from, size_t room)
{
	return put_bounded(to, 0, from, room, DR_SITE);
}

WEAK size_t strlcat(char *to, const char *from, size_t room);
size_t strlcat(char *to, const char *from, size_t room)
{
	dr_reads_text(to, room, DR_SITE);
	return put_bounded(to, dr_length(to, room), from, room, DR_SITE);
}
#endif

/* The names that _FORTIFY_SOURCE uses. */
#define CHECKED(name, more, given, needed) \
	WEAK char *__##name##_chk(char *to, const char *from DR_ALL more, size_t room); \
	char *__##name##_chk(char *to, const char *from DR_ALL more, size_t room) \
	{ \
		if ((needed) > room) \
			__chk_fail(); \
		return name(to, from DR_ALL given); \
	}
#define DR_ALL(...) __VA_ARGS__

CHECKED(strcpy, (), (), dr_length(from, SIZE_MAX) + 1)
CHECKED(stpcpy, (), (), dr_length(from, SIZE_MAX) + 1)
CHECKED(strcat, (), (), dr_length(to, SIZE_MAX) + dr_length(from, SIZE_MAX) + 1)
CHECKED(strncpy, (, size_t most), (, most), most)
CHECKED(stpncpy, (, size_t most), (, most), most)
CHECKED(strncat, (, size_t most), (, most), dr_length(to, SIZE_MAX) + dr_length(from, most) + 1)

WEAK void __explicit_bzero_chk(void *to, size_t size, size_t room);
void __explicit_bzero_chk(void *to, size_t size, size_t room)
{
	if (size > room)
		__chk_fail();
	explicit_bzero(to, size);
}
