/*
 * The environment (POSIX.1-2017 8.1): plain data of the program. getenv reads `environ`, the pointers up to the one
 * that it finds, and the names there. Functions that change the environment write what they change, and always
 * `environ`: in POSIX (XSH 2.9.1) and C11 (7.22.4.6) all of these race with each other, except two calls of getenv.
 * Copies made by setenv are never freed, as in glibc, so results of getenv stay valid.
 */
#include "memory/plain.h"
#include "libc/environment.h"
#include "memory/blocks.h"
#include "memory/interposed.h"
#include "symbolic/symbolic.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <time.h>

extern char **__environ; /* the variable of libc, which reads it too */

WEAK char *getenv(const char *name);
WEAK char *secure_getenv(const char *name);
WEAK int setenv(const char *name, const char *value, int overwrite);
WEAK int putenv(char *text);
WEAK int unsetenv(const char *name);
WEAK int clearenv(void);

static size_t text_length(const char *text)
{
	return dr_length(text, SIZE_MAX);
}

void dr_environment_read(const void *site)
{
	dr_plain_range(&__environ, sizeof __environ, DR_READS, site);
}

static void written(const void *site)
{
	dr_plain_range(&__environ, sizeof __environ, DR_WRITES, site);
}

/* Is `text` the definition of the variable? */
static int defines(const char *text, const char *name, size_t length, const void *site)
{
	size_t same = 0;
	while (same < length && text[same] == name[same])
		same++;
	int found = same == length && text[same] == '=';
	dr_plain_range(text, same + 1, DR_READS, site);
	return found;
}

/* The pointer to the variable's definition; where there is none, the one at the end. */
static char **find(const char *name, size_t length, const void *site)
{
	char **at = __environ;
	dr_environment_read(site);
	for (; at; at++) {
		dr_plain_range(at, sizeof *at, DR_READS, site);
		if (!*at || defines(*at, name, length, site))
			break;
	}
	return at;
}

static int is_there(char *const *at)
{
	return at && *at;
}

static void put(char **at, char *text, const void *site)
{
	dr_plain_range(at, sizeof *at, DR_WRITES, site);
	*at = text;
}

/* Memory that is not reported as a leak. */
static void *memory(size_t size)
{
	struct dr_thread *self = dr_self;
	dr_self = NULL;
	void *p = dr_allocate(16, size, DR_MALLOC, NULL);
	dr_self = self;
	if (!p)
		errno = ENOMEM;
	return p;
}

/* The length of the list; `environ` may be NULL. */
static size_t count(void)
{
	size_t n = 0;
	while (__environ && __environ[n])
		n++;
	return n;
}

/* Copies the list with one more entry: the capacity of the old one is unknown. */
static int append(char *text, const void *site)
{
	size_t n = count();
	char **list = memory((n + 2) * sizeof *list);
	if (!list)
		return -1;
	dr_plain_range(__environ, n * sizeof *list, DR_READS, site);
	dr_plain_range(list, (n + 2) * sizeof *list, DR_WRITES, site);
	dr_copy(list, __environ, n * sizeof *list);
	list[n] = text;
	list[n + 1] = NULL;
	written(site);
	__environ = list;
	return 0;
}

static int define(const char *name, size_t length, char *text, const void *site)
{
	char **at = find(name, length, site);
	if (!is_there(at))
		return append(text, site);
	written(site);
	put(at, text, site);
	return 0;
}

static char *joined(const char *name, size_t length, const char *value, const void *site)
{
	size_t rest = text_length(value) + 1;
	dr_plain_range(name, length, DR_READS, site);
	dr_plain_range(value, rest, DR_READS, site);
	char *text = memory(length + 1 + rest);
	if (!text)
		return NULL;
	dr_plain_range(text, length + 1 + rest, DR_WRITES, site);
	dr_copy(text, name, length);
	text[length] = '=';
	dr_copy(text + length + 1, value, rest);
	return text;
}

static void undefine(const char *name, size_t length, const void *site)
{
	written(site);
	for (char **at; is_there(at = find(name, length, site));)
		for (; *at; at++) {
			dr_plain_range(at + 1, sizeof *at, DR_READS, site);
			put(at, at[1], site);
		}
}

/* The index of the character in the text; the text's length if it is absent. */
static size_t place_of(char c, const char *text)
{
	size_t n = 0;
	while (text[n] && text[n] != c)
		n++;
	return n;
}

/* The length of a name for setenv and unsetenv; 0: the name is invalid. */
static size_t name_length(const char *name, const void *site)
{
	if (!name)
		return 0;
	dr_reads_text(name, SIZE_MAX, site);
	return name[place_of('=', name)] ? 0 : text_length(name);
}

static char *value_of(const char *name, const void *site)
{
	size_t length = text_length(name);
	dr_symbolic_pin_memory(name, length + 1, site);
	dr_reads_text(name, SIZE_MAX, site);
	char **at = find(name, length, site);
	return is_there(at) ? *at + length + 1 : NULL;
}

static int invalid(void)
{
	errno = EINVAL;
	return -1;
}

char *getenv(const char *name)
{
	return value_of(name, DR_SITE);
}
char *secure_getenv(const char *name)
{
	return getauxval(AT_SECURE) ? NULL : value_of(name, DR_SITE);
}

int setenv(const char *name, const char *value, int overwrite)
{
	size_t length = name_length(name, DR_SITE);
	if (!length)
		return invalid();
	dr_settle();
	if (!overwrite && is_there(find(name, length, DR_SITE))) {
		written(DR_SITE); /* whether it changes anything may depend on the order */
		return 0;
	}
	char *text = joined(name, length, value, DR_SITE);
	return text ? define(name, length, text, DR_SITE) : -1;
}

int putenv(char *text)
{
	dr_reads_text(text, SIZE_MAX, DR_SITE);
	dr_settle();
	size_t length = place_of('=', text);
	if (text[length])
		return define(text, length, text, DR_SITE);
	undefine(text, length, DR_SITE); /* as glibc does */
	return 0;
}

int unsetenv(const char *name)
{
	size_t length = name_length(name, DR_SITE);
	if (!length)
		return invalid();
	dr_settle();
	undefine(name, length, DR_SITE);
	return 0;
}

int clearenv(void)
{
	dr_settle();
	written(DR_SITE);
	__environ = NULL;
	return 0;
}

/* libc keeps the time zone in memory of its own, under a lock of its own: unobserved, as the loader's (malloc.c). */
WEAK void tzset(void);
void tzset(void)
{
	REAL(tzset);
	dr_environment_read(DR_SITE);
	struct dr_thread *self = dr_self;
	dr_self = NULL;
	real();
	dr_self = self;
}
