/*
 * Functions for programs that drista checks. They also work without drista: then drista_choose returns 0, a failed
 * drista_assert aborts, and a failed drista_assume exits the program without a message.
 */
#ifndef DRISTA_H
#define DRISTA_H

#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Defined by drista's runtime; null without it. */
__attribute__((weak)) extern void drista_runtime_assume_failed(void);
__attribute__((weak)) extern void drista_runtime_assert_failed(
	const char *expression, const char *file, int line, const char *function);
__attribute__((weak)) extern unsigned drista_runtime_choose(unsigned n);
__attribute__((weak)) extern void drista_runtime_symbolic(void *object, size_t size, const char *name);
__attribute__((weak)) extern void drista_runtime_atomic_begin(void);
__attribute__((weak)) extern void drista_runtime_atomic_end(void);
__attribute__((weak)) extern void drista_runtime_observe(const char *name, int type, unsigned long long value);

#define DRISTA_INLINE __attribute__((always_inline, unused)) static inline

/* Is the program being checked? */
DRISTA_INLINE int drista_active(void)
{
	return drista_runtime_choose != 0;
}

/* Executions in which the condition is false are not explored any further. */
DRISTA_INLINE void drista_assume(int condition)
{
	if (condition)
		return;
	if (drista_runtime_assume_failed)
		drista_runtime_assume_failed();
	exit(EXIT_SUCCESS);
}

/* Returns one of 0 .. n-1. Every value is explored. */
DRISTA_INLINE unsigned drista_choose(unsigned n)
{
	return drista_runtime_choose ? drista_runtime_choose(n) : 0;
}

/*
 * Makes the object an input: `drista --symbolic` looks for all paths that some contents of it lead to. Programs are
 * built with `drista cc --symbolic` for that. Without drista the object is filled with zeros.
 */
DRISTA_INLINE void drista_symbolic(void *object, size_t size, const char *name)
{
	if (drista_runtime_symbolic)
		drista_runtime_symbolic(object, size, name);
	else
		__builtin_memset(object, 0, size);
}

#ifdef DRISTA_SYMBOLIC
/* The name that programs for KLEE use. */
DRISTA_INLINE void klee_make_symbolic(void *object, size_t size, const char *name)
{
	drista_symbolic(object, size, name);
}
#endif

/* No other thread takes a step between drista_atomic_begin and drista_atomic_end. */
DRISTA_INLINE void drista_atomic_begin(void)
{
	if (drista_runtime_atomic_begin)
		drista_runtime_atomic_begin();
}

/* Ends what drista_atomic_begin began. */
DRISTA_INLINE void drista_atomic_end(void)
{
	if (drista_runtime_atomic_end)
		drista_runtime_atomic_end();
}

/* For the macro below. */
DRISTA_INLINE void drista_assert_failed(const char *expression, const char *file, int line, const char *function)
{
	if (drista_runtime_assert_failed)
		drista_runtime_assert_failed(expression, file, line, function);
	fprintf(stderr, "%s:%d: %s: assertion `%s' failed\n", file, line, function, expression);
	abort();
}

/* Like assert(), but also there when NDEBUG is defined. */
#define drista_assert(condition) \
	((condition) ? (void)0 : drista_assert_failed(#condition, __FILE__, __LINE__, __func__))

/*
 * drista_observe(name, value) makes the value a part of the outcome of the execution, for `drista outcomes`. Values are
 * numbers, enumerations, pointers, and strings (char *, which are copied). It does nothing in a check, and without
 * drista.
 */
enum drista_type { DRISTA_INTEGER, DRISTA_UNSIGNED, DRISTA_FLOAT, DRISTA_DOUBLE, DRISTA_POINTER, DRISTA_TEXT };

/* For what follows: the value as 64 bits. */
DRISTA_INLINE void drista_observe_bits(const char *name, enum drista_type type, unsigned long long bits)
{
	if (drista_runtime_observe)
		drista_runtime_observe(name, type, bits);
}

/* Observes an integer that has a sign. */
DRISTA_INLINE void drista_observe_integer(const char *name, long long value)
{
	drista_observe_bits(name, DRISTA_INTEGER, (unsigned long long)value);
}

/* Observes an unsigned integer. */
DRISTA_INLINE void drista_observe_unsigned(const char *name, unsigned long long value)
{
	drista_observe_bits(name, DRISTA_UNSIGNED, value);
}

/* Observes a floating-point number of the type. */
DRISTA_INLINE void drista_observe_real(const char *name, enum drista_type type, double value)
{
	unsigned long long bits;
	__builtin_memcpy(&bits, &value, sizeof bits);
	drista_observe_bits(name, type, bits);
}

/* Observes a float. */
DRISTA_INLINE void drista_observe_float(const char *name, float value)
{
	drista_observe_real(name, DRISTA_FLOAT, (double)value);
}

/* Observes a double. */
DRISTA_INLINE void drista_observe_double(const char *name, double value)
{
	drista_observe_real(name, DRISTA_DOUBLE, value);
}

/* Observes a pointer: the outcome has the name of what it points to. */
DRISTA_INLINE void drista_observe_pointer(const char *name, const volatile void *value)
{
	drista_observe_bits(name, DRISTA_POINTER, (unsigned long)value);
}

/* Observes a string, which is copied. */
DRISTA_INLINE void drista_observe_text(const char *name, const char *value)
{
	drista_observe_bits(name, DRISTA_TEXT, (unsigned long)value);
}

#ifdef __cplusplus
}

#define DRISTA_OBSERVE(type, how) \
	DRISTA_INLINE void drista_observe(const char *name, type value) \
	{ \
		drista_observe_##how(name, value); \
	}
DRISTA_OBSERVE(bool, integer)
DRISTA_OBSERVE(char, integer)
DRISTA_OBSERVE(signed char, integer)
DRISTA_OBSERVE(short, integer)
DRISTA_OBSERVE(int, integer)
DRISTA_OBSERVE(long, integer)
DRISTA_OBSERVE(long long, integer)
DRISTA_OBSERVE(unsigned char, unsigned)
DRISTA_OBSERVE(unsigned short, unsigned)
DRISTA_OBSERVE(unsigned, unsigned)
DRISTA_OBSERVE(unsigned long, unsigned)
DRISTA_OBSERVE(unsigned long long, unsigned)
DRISTA_OBSERVE(float, float)
DRISTA_OBSERVE(double, double)
DRISTA_OBSERVE(const char *, text)
DRISTA_OBSERVE(const volatile void *, pointer)
#undef DRISTA_OBSERVE
/* A string of the standard library. */
template <class T> inline auto drista_observe(const char *name, const T &value) -> decltype((void)value.c_str())
{
	drista_observe_text(name, value.c_str());
}

#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define drista_observe(name, value) \
	_Generic((value), \
		_Bool: drista_observe_integer, \
		char: drista_observe_integer, \
		signed char: drista_observe_integer, \
		short: drista_observe_integer, \
		int: drista_observe_integer, \
		long: drista_observe_integer, \
		long long: drista_observe_integer, \
		unsigned char: drista_observe_unsigned, \
		unsigned short: drista_observe_unsigned, \
		unsigned: drista_observe_unsigned, \
		unsigned long: drista_observe_unsigned, \
		unsigned long long: drista_observe_unsigned, \
		float: drista_observe_float, \
		double: drista_observe_double, \
		char *: drista_observe_text, \
		const char *: drista_observe_text, \
		default: drista_observe_pointer)(name, value)
#else
#define drista_observe(name, value) drista_observe_integer(name, value) /* without _Generic (C11): integers only */
#endif

#endif
