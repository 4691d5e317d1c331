/*
 * Functions of libc that the runtime calls by their addresses, since the runtime or the program defines functions of
 * the same names. For every folder.
 */
#ifndef DRISTA_REAL_H
#define DRISTA_REAL_H

#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>

struct dr_real_functions {
	int (*pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
	void (*pthread_exit)(void *);
	long (*sysconf)(int);
	void (*exit)(int);
	void (*quick_exit)(int);
	int (*sigaction)(int, const struct sigaction *, struct sigaction *);
	int (*vsnprintf)(char *, size_t, const char *, va_list);
	char *(*strerror)(int);
	int (*backtrace)(void **, int);
	int (*libc_start_main)(
		int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
};

/* The table of these functions. It is filled at the first use: where the runtime is loaded (not linked), constructors
 * of libraries run before the runtime's own. */
const struct dr_real_functions *dr_real_found(void);
#define dr_real (*dr_real_found())

/* libc's own dlsym (wrapped.c stands in front of it). */
typedef void *dr_dlsym(void *, const char *);
dr_dlsym *dr_real_dlsym(void);

/* A pointer to a function that is found before main. */
struct dr_bound {
	void *function;
	const char *name;
};

/* Sets *pointer to a function of libc or libstdc++; NULL if there is no such function. All are found before main: dlsym
 * in the middle of a run would replace the message that the program may query with dlerror. */
#ifdef __clang_analyzer__ /* it does not see that the pointer is set through the section */
void *dr_real_analyzed(const char *name) __attribute__((returns_nonnull));
#define dr_real_one(pointer, text) (*(void **)(pointer) = dr_real_analyzed(text))
#else
#define dr_real_one(pointer, text) \
	do { \
		static const struct dr_bound bound __attribute__((used, section("drista_bound"))) = {pointer, text}; \
		if (!*(void **)bound.function) \
			dr_real_find(&bound); \
	} while (0)
#endif
/* The head of a function under the name of libc's, which the program may define itself; a body follows. */
#define DR_WRAPPER(type, name, parameters) \
	DR_EXPORT __attribute__((weak)) type dr_##name parameters __asm__(#name); \
	type dr_##name parameters
/* In such a body: libc's own function, as `real`. */
#define DR_REAL(type, name, parameters) \
	static type(*real) parameters; \
	dr_real_one(&real, #name)
/* Finds one function; all functions (once, before main). */
void dr_real_find(const struct dr_bound *b);
void dr_real_bind(void);

#endif
