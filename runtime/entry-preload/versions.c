/*
 * A program that was linked against ThreadSanitizer's library refers to the intercepted functions without a symbol
 * version, and the loader resolves such a name to the oldest version in libc. Where that behaves differently from the
 * current version, these functions call the current one.
 */
#include <dlfcn.h>
#include <glob.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>

/* RTLD_NEXT finds the default version. */
#define TODAYS(type, name, parameters, ...) \
	type name parameters \
	{ \
		static type(*todays) parameters; \
		if (!todays) \
			*(void **)&todays = dlsym(RTLD_NEXT, #name); \
		return todays(__VA_ARGS__); \
	}

TODAYS(char *, realpath, (const char *path, char *to), path, to)
TODAYS(FILE *, fmemopen, (void *buffer, size_t size, const char *mode), buffer, size, mode)
TODAYS(int, glob, (const char *pattern, int flags, int (*error)(const char *, int), glob_t *to), pattern, flags, error,
	to)
TODAYS(int, glob64, (const char *pattern, int flags, int (*error)(const char *, int), glob64_t *to), pattern, flags,
	error, to)
TODAYS(int, regexec, (const regex_t *regex, const char *text, size_t count, regmatch_t *match, int flags), regex, text,
	count, match, flags)

/* ThreadSanitizer's library defines this function, so the program has no copy of its own; libc.so lacks it. */
int __cxa_atexit(void (*)(void *), void *, void *);
int atexit(void (*function)(void))
{
	return __cxa_atexit((void (*)(void *))function, NULL, NULL);
}
