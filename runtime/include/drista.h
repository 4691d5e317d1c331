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
__attribute__((weak)) extern void drista_runtime_atomic_begin(void);
__attribute__((weak)) extern void drista_runtime_atomic_end(void);

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

#ifdef __cplusplus
}
#endif

#endif
