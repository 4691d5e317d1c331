/*
 * Functions of runtime/libc-instrumented/ against those of libc, with random arguments. To be linked with these
 * functions: they are the program's own, and libc's are looked up.
 */
#define __NO_CTYPE
#define _GNU_SOURCE
#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void *libc;
static unsigned long compared;

/* libc's function of that name. */
#define OF_LIBC(name) ((__typeof__(&name))dlsym(libc, #name))

static unsigned below(unsigned n)
{
	static unsigned long long state = 1;
	state = state * 6364136223846793005 + 1442695040888963407;
	return (unsigned)(state >> 33) % n;
}

static void fail(const char *name, const char *a, const char *b)
{
	printf("%s differs: '%s' '%s'\n", name, a, b);
	exit(1);
}

/* A text of at most that length, of few characters. */
static char *text(char *to, unsigned most, const char *alphabet)
{
	unsigned length = below(most + 1), size = (unsigned)strlen(alphabet);
	for (unsigned i = 0; i < length; i++)
		to[i] = alphabet[below(size)];
	to[length] = 0;
	return to;
}

#define SAME(name, a, b, ...) \
	do { \
		compared++; \
		if (name(__VA_ARGS__) != OF_LIBC(name)(__VA_ARGS__)) \
			fail(#name, a, b); \
	} while (0)

static void classes(void)
{
	char shown[16];
#define CLASS(name) SAME(name, shown, "", c);
	for (int c = -128; c < 256; c++) {
		snprintf(shown, sizeof shown, "%d", c);
		CLASS(isalnum) CLASS(isalpha) CLASS(isblank) CLASS(iscntrl) CLASS(isdigit) CLASS(isgraph) CLASS(islower)
		CLASS(isprint) CLASS(ispunct) CLASS(isspace) CLASS(isupper) CLASS(isxdigit) CLASS(isascii) CLASS(toascii)
		CLASS(tolower) CLASS(toupper)
	}
}

static void searches(void)
{
	char a[16], b[16];
	for (int i = 0; i < 20000; i++) {
		text(a, 8, "abAB\xe4\xc4 "), text(b, 3, "abAB\xe4");
		size_t n = below(9), length = strlen(a);
		SAME(strspn, a, b, a, b);
		SAME(strcspn, a, b, a, b);
		SAME(strpbrk, a, b, a, b);
		SAME(strstr, a, b, a, b);
		SAME(strcasestr, a, b, a, b);
		SAME(memmem, a, b, a, length, b, strlen(b));
		SAME(strcasecmp, a, b, a, b);
		SAME(strncasecmp, a, b, a, b, n);
		SAME(strchrnul, a, b, a, *b);
		SAME(memrchr, a, b, a, *b, length);
		SAME(rawmemchr, a, b, a, 0);
		SAME(memchr, a, b, a, *b, length);
		SAME(strchr, a, b, a, *b);
		SAME(strrchr, a, b, a, *b);
		SAME(index, a, b, a, *b - 256);
		SAME(rindex, a, b, a, *b);
	}
}

/* Splits a text into tokens, with what is left of it. */
static void tokens(void)
{
	for (int i = 0; i < 20000; i++) {
		char a[2][16], b[16], seen[2][128] = {"", ""};
		char *(*const split[2])(char *, const char *, char **) = {strtok_r, OF_LIBC(strtok_r)};
		char *(*const fields[2])(char **, const char *) = {strsep, OF_LIBC(strsep)};
		char *(*const next[2])(char *, const char *) = {strtok, OF_LIBC(strtok)};
		int how = below(3);
		text(a[0], 8, "a,;"), text(b, 2, ",;");
		memcpy(a[1], a[0], sizeof a[0]);
		for (int k = 0; k < 2; k++) {
			char *rest = a[k], *first = a[k], *token;
			for (int n = 0; n < 10; n++, first = NULL) {
				token = how == 0 ? split[k](first, b, &rest) : how == 1 ? fields[k](&rest, b) : next[k](first, b);
				sprintf(seen[k] + strlen(seen[k]), "%s,%d;", token ? token : "-", token ? (int)(token - a[k]) : -1);
			}
		}
		compared++;
		if (strcmp(seen[0], seen[1]) || memcmp(a[0], a[1], sizeof a[0]))
			fail("strtok", seen[0], seen[1]);
	}
}

static void copies(void)
{
	for (int i = 0; i < 20000; i++) {
		char to[2][40], a[16], b[16];
		text(a, 8, "abc"), text(b, 8, "abc");
		size_t n = below(12);
#define COPY(name, ...) \
	do { \
		for (int k = 0; k < 2; k++) \
			strcpy(memset(to[k], 'x', sizeof to[k]), b); \
		char *first = (char *)name(to[0], __VA_ARGS__), *second = (char *)OF_LIBC(name)(to[1], __VA_ARGS__); \
		compared++; \
		if (memcmp(to[0], to[1], sizeof to[0]) || (first ? first - to[0] != second - to[1] : second != NULL)) \
			fail(#name, a, b); \
	} while (0)
		COPY(strcat, a);
		COPY(strncat, a, n);
		COPY(stpncpy, a, n);
		COPY(mempcpy, a, n);
		COPY(memccpy, a, 'c', n);
		char *own = strdup(a), *libcs = OF_LIBC(strdup)(a), *part = strndup(a, n), *libcs_part = OF_LIBC(strndup)(a, n);
		if (strcmp(own, libcs) || strcmp(part, libcs_part))
			fail("strdup", a, own);
		free(own), free(libcs), free(part), free(libcs_part);
	}
}

#define NUMBER(name) \
	do { \
		char *end[2] = {NULL, NULL}; \
		int error[2]; \
		errno = 0; \
		long long one = (long long)name(a, &end[0], base); \
		error[0] = errno; \
		errno = 0; \
		long long other = (long long)OF_LIBC(name)(a, &end[1], base); \
		error[1] = errno; \
		compared++; \
		if (one != other || end[0] != end[1] || error[0] != error[1]) \
			fail(#name, a, b); \
	} while (0)

static void numbers(void)
{
	static const char *const edges[] = {"9223372036854775807", "9223372036854775808", "-9223372036854775808",
		"-9223372036854775809", "18446744073709551615", "18446744073709551616", "-18446744073709551615",
		"-18446744073709551616", "0x7fffffffffffffff", "-0xffffffffffffffffg", "0x", "0xg", "-0x", " \t\n\v\f\r+1"};
	char a[48], b[16];
	for (int i = 0; i < 60000; i++) {
		static const char *const alphabets[] = {"0123456789", " +-01x9afzAZ", "019z", "0x7fF8"};
		int base = (int[]){10, 0, 16, 8, 2, 36, 3, 1, -1, 37}[below(10)];
		if (i < 1000)
			strcpy(a, edges[below(sizeof edges / sizeof *edges)]);
		else
			text(a, i % 2 ? 6 : 40, alphabets[below(4)]);
		snprintf(b, sizeof b, "%d", base);
		NUMBER(strtol);
		NUMBER(strtoll);
		NUMBER(strtoul);
		NUMBER(strtoull);
		NUMBER(strtoimax);
		NUMBER(strtoumax);
		SAME(atoi, a, b, a);
		SAME(atol, a, b, a);
		SAME(atoll, a, b, a);
	}
}

/* The comparisons, in their order. */
static char asked[2][4096];
static int which;

static int by_first(const void *a, const void *b)
{
	sprintf(asked[which] + strlen(asked[which]), "%s<%s ", (const char *)a, (const char *)b);
	return *(const char *)a - *(const char *)b;
}

static void sorts(void)
{
	for (int i = 0; i < 3000; i++) {
		char a[2][16][3], key[3] = {'a', 0, 0};
		size_t count = below(16), size = sizeof a[0][0];
		for (size_t n = 0; n < count; n++)
			a[0][n][0] = (char)('a' + below(4)), a[0][n][1] = (char)('A' + n), a[0][n][2] = 0;
		memcpy(a[1], a[0], sizeof a[0]);
		asked[0][0] = asked[1][0] = 0;
		which = 0;
		qsort(a[0], count, size, by_first);
		char *found = bsearch(key, a[0], count, size, by_first);
		which = 1;
		OF_LIBC(qsort)(a[1], count, size, by_first);
		char *other = OF_LIBC(bsearch)(key, a[1], count, size, by_first);
		compared++;
		if (memcmp(a[0], a[1], count * size) || strcmp(asked[0], asked[1]) ||
			(found ? found - a[0][0] != other - a[1][0] : other != NULL))
			fail("qsort", asked[0], asked[1]);
	}
}

static int flag;
static const struct option names[] = {{"all", no_argument, NULL, 'a'}, {"also", no_argument, &flag, 7},
	{"begin", required_argument, NULL, 'b'}, {"be", optional_argument, NULL, 'c'}, {"alias", no_argument, NULL, 'a'},
	{"same", no_argument, NULL, 's'}, {"samf", no_argument, NULL, 's'}, {0}};

/* What the calls of a whole command line return and write. */
static void options(char *seen, int how, int (*one)(int, char *const *, const char *),
	int (*long_one)(int, char *const *, const char *, const struct option *, int *), int count, char **arguments,
	const char *letters)
{
	char said[2048];
	int file = memfd_create("said", 0);
	dup2(file, 2);
	optind = 0;
	for (int n = 0; n < 12; n++) {
		int index = -1, result = how == 0 ? one(count, arguments, letters)
						  : long_one(count, arguments, letters, names, &index);
		seen += sprintf(seen, "%d %d %d %d %s %d;", result, optind, optopt, index, optarg ? optarg : "-", flag);
		flag = 0;
	}
	for (int i = 0; i < count; i++)
		seen += sprintf(seen, " %s", arguments[i]);
	ssize_t size = pread(file, said, sizeof said - 1, 0);
	said[size] = 0;
	strcat(seen, said);
	close(file);
}

static void command_lines(void)
{
	static char *const words[] = {"-a", "-b", "-ab", "-bx", "-c", "-cx", "--", "x", "y", "-", "--all", "--al", "--begin",
		"--begin=1", "--be", "--be=2", "--all=3", "--none", "-W", "-Wall", "-Wbe=4", "-z", "-:", "-begin", "-also", "--sam",
		"--ali", "-x", "--=", ""};
	static const char *const letters[] = {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c::", "+:ab:c::", "ab:c::W;", ""};
	int console = dup(2);
	for (int i = 0; i < 40000; i++) {
		char *arguments[2][8] = {{"program"}}, seen[2][4096] = {"", ""};
		int count = 1 + below(6), how = below(3);
		const char *given = letters[below(sizeof letters / sizeof *letters)];
		for (int n = 1; n < count; n++)
			arguments[0][n] = words[below(sizeof words / sizeof *words)];
		memcpy(arguments[1], arguments[0], sizeof arguments[0]);
		options(seen[0], how, getopt, how == 1 ? getopt_long : getopt_long_only, count, arguments[0], given);
		options(seen[1], how, OF_LIBC(getopt), how == 1 ? OF_LIBC(getopt_long) : OF_LIBC(getopt_long_only), count,
			arguments[1], given);
		compared++;
		if (strcmp(seen[0], seen[1]))
			fail(given, seen[0], seen[1]);
	}
	dup2(console, 2);
}

int main(void)
{
	libc = dlopen("libc.so.6", RTLD_NOW);
	if (OF_LIBC(getopt) == getopt || OF_LIBC(strstr) == strstr)
		fail("nothing", "", "");
	classes();
	searches();
	tokens();
	copies();
	numbers();
	sorts();
	command_lines();
	printf("%lu comparisons, no difference\n", compared);
	return 0;
}
