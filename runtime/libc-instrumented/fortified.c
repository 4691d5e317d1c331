/*
 * The names that _FORTIFY_SOURCE gives to functions that copy (LSB 5.0, 12.2.2): as those without, but the room that is
 * left there is given, and they end the program where it is not enough.
 */
#define _GNU_SOURCE
#include "followed.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

void __chk_fail(void) __attribute__((noreturn));

#define PARAMETERS(...) __VA_ARGS__

/* `needed` bytes are written. */
#define CHECKED(type, name, parameters, given, needed) \
	WEAK type __##name##_chk(PARAMETERS parameters, size_t room); \
	WEAK type __##name##_chk(PARAMETERS parameters, size_t room) \
	{ \
		if ((needed) > room) \
			__chk_fail(); \
		return name given; \
	}

CHECKED(void *, memcpy, (void *to, const void *from, size_t size), (to, from, size), size)
CHECKED(void *, memmove, (void *to, const void *from, size_t size), (to, from, size), size)
CHECKED(void *, mempcpy, (void *to, const void *from, size_t size), (to, from, size), size)
CHECKED(void *, memset, (void *to, int byte, size_t size), (to, byte, size), size)
CHECKED(char *, strcpy, (char *to, const char *from), (to, from), strlen(from) + 1)
CHECKED(char *, stpcpy, (char *to, const char *from), (to, from), strlen(from) + 1)
CHECKED(char *, strncpy, (char *to, const char *from, size_t most), (to, from, most), most)
CHECKED(char *, stpncpy, (char *to, const char *from, size_t most), (to, from, most), most)
CHECKED(char *, strcat, (char *to, const char *from), (to, from), strlen(to) + strlen(from) + 1)
CHECKED(char *, strncat, (char *to, const char *from, size_t most), (to, from, most),
	strlen(to) + strnlen(from, most) + 1)
