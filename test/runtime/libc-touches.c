/*
 * What functions of libc read and write: end-to-end/libc-touches.test.ts. Each case is a call on `m`, which holds
 * `begin` at first, a byte of it that the call reads, R(index), or writes, W(index), and a byte beside that it leaves
 * alone. -DRACES: the main thread makes the call in the line that the argument names, and another thread writes the
 * byte that is read, or reads the one that is written. -DBESIDE: it makes all the calls, and the other thread writes
 * the bytes beside. Otherwise the program prints what the calls leave and return.
 */
#ifdef CASE

/* Strings. */
CASE("a,b", R(3), 4, m[2] = ';'; r = memrchr(m, 'a', 4) == m)
CASE("a,b", R(1), 0, r = (char *)memrchr(m, ',', 4) - m)
CASE("a,b", R(1), 2, r = strchrnul(m, ',') - m)
CASE("a,b", R(3), 4, r = strchrnul(m, 'z') - m)
CASE("xaBc", R(3), 4, r = strcasestr(m, "abC") - m)
CASE("xabc", R(4), 5, r = strcasestr(m, "abd") == 0)
CASE("xabcd", R(2), 3, r = strstr(m, "ab") - m)
CASE("xabcd", R(2), 3, r = (char *)memmem(m, 6, "ab", 2) - m)
CASE("xabcd", R(5), 6, r = memmem(m, 6, "ac", 2) == 0)
CASE("a10", R(3), 4, r = strverscmp(m, "a9") > 0)
CASE("abc", R(3), 4, r = strcoll(m, "abc"))
CASE("abc", R(3), 4, r = strxfrm(m + 16, m, 8))
CASE("abc", W(19), 20, r = strxfrm(m + 16, m, 8))
CASE("abc", W(17), 18, r = strxfrm(m + 16, m, 2))
CASE("ab", R(2), 3, r = stpncpy(m + 16, m, 6) - m)
CASE("ab", W(21), 22, r = stpncpy(m + 16, m, 6) - m)
CASE("a,b", R(1), 2, r = (char *)memccpy(m + 16, m, ',', 8) - m)
CASE("a,b", W(17), 18, r = (char *)memccpy(m + 16, m, ',', 8) - m)
CASE("a,b", W(1), 2, char *p = m; r = strsep(&p, ",") - m)
CASE("a,b", R(1), 2, char *p = m; r = strsep(&p, ",") - m)
CASE("a,b", W(16), 24, P(16) = m; strsep(&P(16), ","); P(16) = (char *)(P(16) - m))
CASE(",", R(0), 2, char s[] = "a,b", *p = s; strsep(&p, m); r = p - s)
CASE(",", R(1), 2, char s[] = "a,b", *p; strtok_r(s, m, &p); r = p - s)
CASE("abcd", R(3), 4, swab(m, m + 16, 5))
CASE("abcd", W(19), 20, swab(m, m + 16, 5))
CASE("abcd", W(2), 3, explicit_bzero(m, 3))
CASE("/a/b", R(4), 5, r = basename(m) - m)
CASE("/a/b", R(4), 5, r = dirname(m) - m)
CASE("/a/b", W(2), 5, r = dirname(m) - m)
CASE("/a/b//", W(4), 7, r = __xpg_basename(m) - m)
CASE("q=1,z", W(3), 4, char *t[] = {"q", 0}, *p = m, *v; r = getsubopt(&p, t, &v) + (v - m) * 100)
CASE("./0", R(3), 4, r = a64l(m))

/* Wide strings. */
CASE(L"abc", R(15), 16, r = wcslen(w))
CASE(L"abc", R(7), 8, r = wcsnlen(w, 2))
CASE(L"abc", R(15), 16, wcscpy(w + 8, w))
CASE(L"abc", W(47), 48, wcscpy(w + 8, w))
CASE(L"abc", W(47), 48, r = wcpcpy(w + 8, w) - w)
CASE(L"ab", W(47), 48, wcsncpy(w + 8, w, 4))
CASE(L"ab", R(11), 12, r = wcpncpy(w + 8, w, 4) - w)
CASE(L"ab\0\0\0\0\0\0x", R(35), 48, wcscat(w + 8, w))
CASE(L"ab\0\0\0\0\0\0x", W(47), 48, wcscat(w + 8, w))
CASE(L"ab\0\0\0\0\0\0x", R(3), 4, wcsncat(w + 8, w, 1))
CASE(L"abc", R(11), 12, r = wcscmp(w, L"abd") < 0)
CASE(L"abc", R(7), 8, r = wcsncmp(w, L"abd", 2))
CASE(L"aBc", R(15), 16, r = wcscasecmp(w, L"AbC"))
CASE(L"aBc", R(7), 8, r = wcsncasecmp(w, L"Abx", 2))
CASE(L"abc", R(15), 16, r = wcscoll(w, L"abc"))
CASE(L"abc", W(47), 48, r = wcsxfrm(w + 8, w, 8))
CASE(L"abc", R(7), 8, r = wcschr(w, 'b') - w)
CASE(L"abc", R(15), 16, r = wcsrchr(w, 'b') - w)
CASE(L"abcd", R(11), 12, r = wcsstr(w, L"bc") - w)
CASE(L"abc", R(11), 12, r = wcsspn(w, L"ab"))
CASE(L"abc", R(11), 12, r = wcscspn(w, L"c"))
CASE(L"abc", R(11), 12, r = wcspbrk(w, L"cx") - w)
CASE(L"a b", W(4), 8, wchar_t *p; r = wcstok(w, L" ", &p) - w + 10 * (p - w))
CASE(L"a b", W(64), 72, r = wcstok(w, L" ", (wchar_t **)&P(64)) - w; P(64) = 0)
CASE(L"abc", R(15), 16, wchar_t *p = wcsdup(w); r = p[2]; free(p))
CASE(L"abc", R(7), 8, wmemcpy(w + 8, w, 2))
CASE(L"abc", W(39), 40, wmemcpy(w + 8, w, n))
CASE(L"abc", W(11), 12, wmemmove(w + 1, w, n))
CASE(L"abc", W(39), 40, r = wmempcpy(w + 8, w, n) - w)
CASE(L"abc", W(7), 8, wmemset(w, 'x', n))
CASE(L"abc", R(11), 12, r = wmemcmp(w, L"abd", 3) < 0)
CASE(L"abc", R(7), 8, r = wmemchr(w, 'b', 3) - w)
CASE(L"12x", R(11), 12, r = wcstol(w, 0, 10))
CASE(L"12x", R(11), 12, r = wcstoull(w, 0, 10))
CASE(L"1.5x", R(15), 16, r = wcstod(w, 0) * 2)
CASE(L"1.5x", W(32), 40, r = wcstof(w, (wchar_t **)&P(32)) * 2; P(32) = 0)

/* Conversions. */
CASE("abc", R(3), 4, r = mbstowcs(w + 8, m, 8))
CASE("abc", W(47), 48, r = mbstowcs(w + 8, m, 8))
CASE("abc", R(1), 2, r = mbstowcs(w + 8, m, 2))
CASE(L"abc", R(15), 16, r = wcstombs(m + 32, w, 8))
CASE(L"abc", W(35), 36, r = wcstombs(m + 32, w, 8))
CASE(L"abc", R(15), 16, r = wcstombs(0, w, 0))
CASE("ab", W(16), 20, mbstate_t s = {0}; r = mbrtowc((wchar_t *)(m + 16), m, 2, &s))
CASE("ab", R(0), 1, mbstate_t s = {0}; r = mbrtowc(0, m, 2, &s))
CASE("", R(16), 24, mbstate_t s = {0}; r = mbrtowc(0, "a", 1, (mbstate_t *)(m + 16)))
CASE("", W(0), 1, mbstate_t s = {0}; r = wcrtomb(m, 'x', &s))
CASE("ab", R(0), 1, wchar_t c; r = mbtowc(&c, m, 2) + c)
CASE("ab", R(0), 1, r = mblen(m, 2))
CASE("", W(0), 1, r = wctomb(m, 'y'))
CASE("abc", R(3), 4, mbstate_t s = {0}; const char *p = m; r = mbsrtowcs(w + 8, &p, 8, &s))
CASE("abc", R(1), 2, mbstate_t s = {0}; const char *p = m; mbsnrtowcs(w + 8, &p, 2, 8, &s); r = p - m)
CASE(L"abc", W(64), 72, mbstate_t s = {0}; P(64) = m; r = wcsrtombs(m + 32, (const wchar_t **)&P(64), 8, &s))

/* Formats. */
CASE("", W(11), 12, r = swprintf(w, 8, L"%d", 12))
CASE("", W(3), 8, r = swprintf(w, 2, L"%d", 123))
CASE(L"abc", R(15), 16, r = swprintf(w + 8, 8, L"%ls!", w))
CASE(L"abc", R(7), 8, r = swprintf(w + 8, 8, L"%.2ls!", w))
CASE("abc", R(3), 4, r = swprintf(w + 8, 8, L"%s!", m))
CASE(L"a%d", R(15), 16, r = swprintf(w + 8, 8, w, 5))
CASE(L"abc", R(15), 16, r = snprintf(m + 32, 8, "%ls!", w))
CASE(L"12 x", R(19), 20, int v; r = swscanf(w, L"%d", &v))
CASE(L"12 x", W(32), 36, r = swscanf(w, L"%d", (int *)(m + 32)))
CASE(L"ab c", W(39), 40, r = swscanf(w, L"%2c", m + 38))
CASE(L"ab c", W(43), 44, r = swscanf(w, L"%ls", w + 8))

/* Numbers. */
CASE("", W(0), 4, r = frexp(8.5, (int *)m) * 100)
CASE("", W(0), 4, r = frexpf(8.5, (int *)m) * 100)
CASE("", W(0), 8, r = modf(d, (double *)m) * 100)
CASE("", W(0), 4, r = modff(d, (float *)m) * 100)
CASE("", W(0), 4, r = remquo(d, 2, (int *)m) * 100)
CASE("", W(0), 8, double c; sincos(d, (double *)m, &c); r = c * 100)
CASE("", W(0), 8, double s; sincos(d, &s, (double *)m); r = s * 100)
CASE("", W(0), 4, float c; sincosf(d, (float *)m, &c); r = c * 100)
CASE("", W(0), 4, r = lgamma_r(d, (int *)m) * 100)
CASE("ab", R(3), 4, r = rand_r((unsigned *)m))
CASE("ab", W(0), 4, r = rand_r((unsigned *)m))
CASE("ab", W(5), 6, r = nrand48((unsigned short *)m))
CASE("ab", W(0), 24, struct drand48_data *s = (void *)m; long v; srand48_r(7, s); lrand48_r(s, &v); r = v)
CASE("", W(32), 40, struct drand48_data s; srand48_r(7, &s); lrand48_r(&s, (long *)(m + 32)))
CASE("", W(0), 32, struct random_data s = {0}; int v; initstate_r(3, m, 40, &s); random_r(&s, &v); r = v)
CASE("", W(8), 40, struct random_data s = {0}; int v; initstate_r(3, m + 8, 32, &s); random_r(&s, &v); r = v)

/* Times. */
CASE("", R(7), 8, struct tm t; gmtime_r((time_t *)m, &t); r = t.tm_year)
CASE("", W(0), 56, time_t t = 86400; gmtime_r(&t, (struct tm *)m); memset(m + 36, 0, 20))
CASE("", R(7), 8, r = gmtime((time_t *)m)->tm_year)
CASE("", W(0), 56, time_t t = 86400; localtime_r(&t, (struct tm *)m); memset(m + 36, 0, 20))
CASE("", R(24), 28, r = asctime_r((struct tm *)m, m + 64) == m + 64)
CASE("", W(25), 26, struct tm t = {.tm_mday = 1}; r = asctime_r(&t, m) == m)
CASE("", R(7), 8, r = ctime((time_t *)m)[0])
CASE("", R(0), 56, r = timegm((struct tm *)m); memset(m + 36, 0, 20))
CASE("", W(2), 3, struct tm t = {.tm_mday = 12}; r = strftime(m, 8, "%d", &t))
CASE("%d", R(2), 3, struct tm t = {.tm_mday = 12}; r = strftime(m + 8, 8, m, &t))
CASE("12 ", R(2), 3, struct tm t = {0}; r = strptime(m, "%d", &t) - m + t.tm_mday)
CASE("12 ", W(28), 32, r = strptime(m, "%d", (struct tm *)(m + 16)) - m)

/* Searching. */
CASE("", R(0), 8, int k = 3, a[4] = {1, 3}; COUNT_AT(m) = 2; r = (int *)lfind(&k, a, (void *)m, 4, by) - a)
CASE("", W(0), 8, int k = 4, a[4] = {1, 3}; COUNT_AT(m) = 2; r = (int *)lsearch(&k, a, (void *)m, 4, by) - a)
CASE("", W(11), 12, size_t count = 2; int k = 4, *a = (int *)m; a[0] = 9; r = (int *)lsearch(&k, a, &count, 4, by) - a)
CASE("", W(0), 16, insque(m, 0))
CASE("", W(0), 24, insque(m + 32, m); P(0) = P(40) = 0)
CASE("", W(0), 8, static int k = 4; r = tsearch(&k, (void **)m, by) != 0; tdelete(&k, (void **)m, by))
CASE("", R(0), 8, static int k = 4; r = tfind(&k, (void **)m, by) != 0)

/* Texts and addresses. */
CASE("", W(17), 18, r = strerror_r(1234, m, 18) == m)
CASE("", W(23), 24, r = __xpg_strerror_r(1, m, 30))
CASE("1.2.3.4", R(7), 8, struct in_addr a; r = inet_pton(AF_INET, m, &a) + a.s_addr)
CASE("1.2.3.4", W(19), 20, r = inet_pton(AF_INET, m, m + 16))
CASE("abcd", R(3), 4, r = inet_ntop(AF_INET, m, m + 16, 30) == m + 16)
CASE("abcd", W(28), 29, r = inet_ntop(AF_INET, m, m + 16, 30) == m + 16)
CASE("1.2.3.4", W(16), 20, r = inet_aton(m, (struct in_addr *)(m + 16)))
CASE("1.2.3.4", R(7), 8, r = inet_addr(m))
CASE("", W(3), 4, gcvt(1.5, 5, m))
CASE("abc", R(1), 2, char o[8], *p = m, *q = o; size_t a = 2, b = 8; r = iconv(ascii, &p, &a, &q, &b))
CASE("abc", W(17), 18, char *p = m, *q = m + 16; size_t a = 2, b = 8; r = iconv(ascii, &p, &a, &q, &b))

/* The system. */
CASE("", W(0), 400, r = uname((struct utsname *)m); memset(m, 0, sizeof(struct utsname)))
CASE("", W(0), 16, r = getrlimit(RLIMIT_CORE, (struct rlimit *)m); memset(m, 0, 16))
CASE("", W(0), 144, r = getrusage(RUSAGE_SELF, (struct rusage *)m); memset(m, 0, 144))
CASE("", W(0), 32, r = times((struct tms *)m) > 0; memset(m, 0, 32))
CASE("", W(7), 8, r = sigemptyset((sigset_t *)m))
CASE("", W(1), 8, r = sigaddset((sigset_t *)m, 9))
CASE("", R(1), 8, r = sigismember((sigset_t *)m, 9))
CASE("", W(0), 8, r = pthread_sigmask(SIG_BLOCK, 0, (sigset_t *)m))
CASE("", R(0), 8, r = sigprocmask(SIG_BLOCK, (sigset_t *)m, 0))
CASE("", W(0), 152, r = sigaction(SIGUSR1, 0, (struct sigaction *)m); memset(m, 0, 152))
CASE("", W(0), 4, socklen_t l = 4; r = getsockopt(stream, SOL_SOCKET, SO_TYPE, m, &l))

/* Attributes of threads. */
CASE("", W(0), 56, r = pthread_attr_init((void *)m); memset(m, 0, 56))
CASE("", W(60), 64, pthread_attr_t a; pthread_attr_init(&a); r = pthread_attr_getdetachstate(&a, (int *)(m + 60)))
CASE("", R(0), 56, int v; r = pthread_attr_getdetachstate((void *)m, &v))
CASE("", W(64), 72, pthread_attr_t a; pthread_attr_init(&a); r = pthread_attr_getguardsize(&a, (void *)(m + 64)))
CASE("", W(0), 4, r = pthread_mutexattr_init((void *)m))
CASE("", W(0), 4, r = pthread_mutexattr_settype((void *)m, PTHREAD_MUTEX_RECURSIVE))
CASE("", R(0), 4, int v; r = pthread_mutexattr_gettype((void *)m, &v) + v)
CASE("", W(0), 4, r = pthread_condattr_setclock((void *)m, CLOCK_MONOTONIC))
CASE("", W(0), 8, r = pthread_rwlockattr_init((void *)m))
CASE("", W(0), 4, r = pthread_barrierattr_init((void *)m))
CASE("", R(0), 4, pthread_mutex_t x; r = pthread_mutex_init(&x, (void *)m))

/* What becomes of some calls by _FORTIFY_SOURCE. */
CASE("", W(1), 2, int p[2]; pipe(p); write(p[1], "ab", 2); r = read(p[0], m, n); close(p[0]); close(p[1]))
CASE("", W(2), 3, FILE *f = fmemopen("abcd", 4, "r"); r = fgets(m, n + 1, f) == m; fclose(f))
CASE("", W(1), 2, FILE *f = fmemopen("abcd", 4, "r"); r = fread(m, 1, n, f); fclose(f))

#else
#include <arpa/inet.h>
#include <iconv.h>
#include <math.h>
#include <pthread.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

char *dirname(char *path), *__xpg_basename(char *path);
int __xpg_strerror_r(int error, char *to, size_t room);

#define SIZE 512
#define R(index) index, 0
#define W(index) index, 1
#define COUNT_AT(m) (*(size_t *)(m))
#define P(index) (*(char **)(m + (index)))

/* Not constant, for the compiler. */
static volatile int two = 2;
static volatile double half = 2.5;
static iconv_t ascii;
static int stream;

static int by(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

#define JOINED(a, b) a##b
#define NAMED(a, b) JOINED(a, b)
#define CASE(begin, touched, beside, ...) \
	static long NAMED(call, __LINE__)(char *m) \
	{ \
		wchar_t *w = (wchar_t *)m; \
		int n = two; \
		double d = half; \
		volatile long r = 0; /* no call is a tail call */ \
		(void)w, (void)n, (void)d; \
		__VA_ARGS__; \
		return r; \
	}
#include "libc-touches.c"
#undef CASE

#define CASE(begin, ...) CASE_OF(begin, sizeof(begin), __VA_ARGS__)
#define CASE_OF(begin, size, index, writes, beside, ...) \
	{begin, size, index, writes, beside, NAMED(call, __LINE__), __LINE__},
static const struct {
	const void *begin;
	size_t size, index;
	int writes, beside;
	long (*call)(char *m);
	int line;
} list[] = {
#include "libc-touches.c"
};
#undef CASE
#define COUNT (sizeof list / sizeof *list)

static char memory[COUNT][SIZE] __attribute__((aligned(16)));

#ifdef RACES
static size_t chosen;

static void *other(void *unused)
{
	volatile char *m = memory[chosen] + list[chosen].index;
	if (!list[chosen].writes)
		*m = 1;
	else if (*m)
		return unused;
	return NULL;
}
#else
static void *other(void *unused)
{
	for (size_t i = 0; i < COUNT; i++)
		memory[i][list[i].beside] = 1;
	return unused;
}
#endif

int main(int count, char **arguments)
{
	pthread_t thread;
	(void)count, (void)arguments;
	ascii = iconv_open("UTF-8", "ASCII");
	stream = socket(AF_UNIX, SOCK_STREAM, 0);
	for (size_t i = 0; i < COUNT; i++)
		memcpy(memory[i], list[i].begin, list[i].size);
#ifdef RACES
	for (chosen = 0; list[chosen].line != atoi(arguments[1]);)
		chosen++;
#endif
#if defined RACES || defined BESIDE
	pthread_create(&thread, NULL, other, NULL);
#endif
	for (size_t i = 0; i < COUNT; i++) {
#ifdef RACES
		if (i != chosen)
			continue;
#endif
		long r = list[i].call(memory[i]);
#if !defined RACES && !defined BESIDE
		printf("%d: %ld", list[i].line, r);
		for (size_t at = 0; at < SIZE; at++)
			if (memory[i][at])
				printf(" %zu:%d", at, memory[i][at]);
		puts("");
#endif
	}
#if defined RACES || defined BESIDE
	pthread_join(thread, NULL);
#endif
}
#endif
