/*
 * libstdc++ contains compiled instances of the string and stream templates for char and wchar_t. drista observes their
 * accesses only if they are compiled with the program, so `drista c++` includes this header first.
 *
 * gcc writes out a builtin of constant size without instrumentation, whatever -fno-builtin says. Outside of constant
 * expressions, what the library's headers copy is therefore copied by calls.
 */
#if defined(__cplusplus) && defined(__has_include)
#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 9
extern "C" {
/* The functions of C11 7.24 by names that are no builtins. */
void *drista_memcpy(void *, const void *, __SIZE_TYPE__) __asm__("memcpy");
void *drista_memmove(void *, const void *, __SIZE_TYPE__) __asm__("memmove");
void *drista_memset(void *, int, __SIZE_TYPE__) __asm__("memset");
int drista_memcmp(const void *, const void *, __SIZE_TYPE__) __asm__("memcmp");
}
#define __builtin_memcpy(to, from, n) \
	(__builtin_is_constant_evaluated() ? __builtin_memcpy(to, from, n) : drista_memcpy(to, from, n))
#define __builtin_memmove(to, from, n) \
	(__builtin_is_constant_evaluated() ? __builtin_memmove(to, from, n) : drista_memmove(to, from, n))
#define __builtin_memset(to, byte, n) \
	(__builtin_is_constant_evaluated() ? __builtin_memset(to, byte, n) : drista_memset(to, byte, n))
#define __builtin_memcmp(a, b, n) \
	(__builtin_is_constant_evaluated() ? __builtin_memcmp(a, b, n) : drista_memcmp(a, b, n))
#endif
#endif
#endif
