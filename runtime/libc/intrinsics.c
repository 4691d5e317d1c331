/*
 * Functions for checked programs: those of include/drista.h, and those that programs for other checkers use
 * (__VERIFIER_...). The latter are weak, since many programs define them.
 */
#include "pthread/section.h"
#include "core/internal.h"
#include "atomic/enforcer.h"
#include "core/launch.h"
#include "core/log.h"

#include <stdio.h>
#include <stdlib.h>

#define WEAK DR_EXPORT __attribute__((weak))
#define NONDET_BOUND 2u /* unless the environment variable DRISTA_NONDET says otherwise */

static unsigned choose(unsigned n, const void *site)
{
	if (dr_enforcer && n > 1)
		return dr_enforcer->choose(n, site);
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
	if (dr_enforcer)
		dr_enforcer->assume_failed(site);
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

#define NAMES 32u
static const char *noted[NAMES]; /* names that a note of this run has */

/* A note that makes the check inconclusive (src/program/runtime-notes.ts): values from `bound` on are not explored. */
static void note_values(const char *name, unsigned bound)
{
	char note[160];
	unsigned i = 0;
	while (i < NAMES && noted[i] && noted[i] != name)
		i++;
	if (i == NAMES || noted[i])
		return;
	noted[i] = name;
	snprintf(note, sizeof note,
		"__VERIFIER_nondet_%s returned 0 to %u only: --nondet N takes more values, --symbolic all paths of integers",
		name, bound - 1);
	dr_log_note(note);
}

/* One of the values from 0 to bound - 1, of a type of so many bits. */
static unsigned nondet(const char *name, unsigned bits, unsigned bound, const void *site)
{
	if (dr_self && (bits >= 32 || bound < 1u << bits))
		note_values(name, bound);
	return choose(bound, site);
}

#define NONDET(type, name, bound) \
	WEAK type __VERIFIER_nondet_##name(void); \
	type __VERIFIER_nondet_##name(void) \
	{ \
		return (type)nondet(#name, 8 * sizeof(type), bound, DR_SITE); \
	}
WEAK _Bool __VERIFIER_nondet_bool(void);
_Bool __VERIFIER_nondet_bool(void)
{
	return (_Bool)choose(2, DR_SITE);
}

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
NONDET(float, float, nondet_bound())
NONDET(double, double, nondet_bound())

WEAK void *__VERIFIER_nondet_pointer(void);
void *__VERIFIER_nondet_pointer(void)
{
	nondet("pointer", 64, 1, DR_SITE);
	return NULL;
}
