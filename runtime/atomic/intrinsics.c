/*
 * Functions for checked programs: those of include/drista.h, and those that programs for other checkers use
 * (__VERIFIER_...). The latter are weak, since many programs define them.
 */
#include "atomic/section.h"
#include "internal.h"
#include "server/launch.h"

#include <stdlib.h>

#define WEAK DR_EXPORT __attribute__((weak))
#define NONDET_BOUND 2u /* unless the environment variable DRISTA_NONDET says otherwise */

static unsigned choose(unsigned n, const void *site)
{
	if (!dr_self || n <= 1)
		return 0;
	struct dr_event e = dr_event_at(DR_CHOOSE, site);
	e.value.lo = n;
	if (!dr_wait(&e, NULL))
		e.result.lo = 0;
	dr_happened(&e);
	return (unsigned)e.result.lo;
}

static void assume_failed(const void *site)
{
	if (!dr_self)
		exit(EXIT_SUCCESS); /* in a constructor: there is nothing to check */
	struct dr_event e = dr_event_at(DR_ASSUME_FAILED, site);
	dr_happened(&e);
	dr_stop(DR_STOPPED);
}

DR_EXPORT void drista_runtime_assume_failed(void);
DR_EXPORT void drista_runtime_assert_failed(const char *expression, const char *file, int line, const char *function);
DR_EXPORT unsigned drista_runtime_choose(unsigned n);
DR_EXPORT void drista_runtime_atomic_begin(void);
DR_EXPORT void drista_runtime_atomic_end(void);

void drista_runtime_assume_failed(void)
{
	assume_failed(DR_SITE);
}
unsigned drista_runtime_choose(unsigned n)
{
	return choose(n, DR_SITE);
}
void drista_runtime_atomic_begin(void)
{
	dr_section_begin(DR_SITE);
}
void drista_runtime_atomic_end(void)
{
	dr_section_end(DR_SITE);
}

void drista_runtime_assert_failed(const char *expression, const char *file, int line, const char *function)
{
	if (dr_self)
		dr_error(
			DR_ASSERTION, 0, DR_SITE, "%s:%d: %s: assertion `%s' failed", file, line, function, expression);
}

WEAK void __VERIFIER_assume(int condition);
WEAK void __VERIFIER_assert(int condition);
WEAK void __VERIFIER_error(void);
WEAK void reach_error(void);
WEAK void __VERIFIER_atomic_begin(void);
WEAK void __VERIFIER_atomic_end(void);

void __VERIFIER_assume(int condition)
{
	if (!condition)
		assume_failed(DR_SITE);
}

void __VERIFIER_assert(int condition)
{
	if (!condition)
		dr_error(DR_ASSERTION, 0, DR_SITE, "the condition of __VERIFIER_assert is false");
}

void __VERIFIER_error(void)
{
	dr_error(DR_ASSERTION, 0, DR_SITE, "__VERIFIER_error was called");
}
void reach_error(void)
{
	dr_error(DR_ASSERTION, 0, DR_SITE, "reach_error was called");
}
void __VERIFIER_atomic_begin(void)
{
	dr_section_begin(DR_SITE);
}
void __VERIFIER_atomic_end(void)
{
	dr_section_end(DR_SITE);
}

static unsigned nondet_bound(void)
{
	const char *text = dr_launch.nondet;
	unsigned long n = text ? dr_decimal(text) : 0;
	return n > 0 && n <= 1u << 16 ? (unsigned)n : NONDET_BOUND;
}

#define NONDET(type, name, bound) \
	WEAK type __VERIFIER_nondet_##name(void); \
	type __VERIFIER_nondet_##name(void) \
	{ \
		return (type)choose(bound, DR_SITE); \
	}
NONDET(_Bool, bool, 2)
NONDET(char, char, nondet_bound())
NONDET(unsigned char, uchar, nondet_bound())
NONDET(short, short, nondet_bound())
NONDET(unsigned short, ushort, nondet_bound())
NONDET(int, int, nondet_bound())
NONDET(unsigned, uint, nondet_bound())
NONDET(long, long, nondet_bound())
NONDET(unsigned long, ulong, nondet_bound())
NONDET(long long, longlong, nondet_bound())
NONDET(unsigned long long, ulonglong, nondet_bound())
NONDET(unsigned, unsigned, nondet_bound())
NONDET(unsigned, u32, nondet_bound())
NONDET(unsigned short, u16, nondet_bound())
NONDET(unsigned char, u8, nondet_bound())
NONDET(size_t, size_t, nondet_bound())
