/*
 * abort() and the functions of C++ that call it: assertions of libstdc++, and std::terminate, for which the message of
 * the uncaught exception becomes the reason. The reported place is in the program's own code: where it threw, or where
 * it called the library.
 */
#include "core/internal.h"
#include "memory/interposed.h"

#include <dlfcn.h>
#include <stdio.h>

#define FRAMES 24
#define CLASS 80 /* offset of the exception class in libstdc++'s __cxa_exception, as in exception.c */
#define OBJECT 112 /* offset of the exception object, which follows a primary exception's header */
#define OF_CXX 0x474e5543432b2b00ul
enum { DO_CATCH = 4, WHAT = 2 }; /* indices in the virtual tables of std::type_info and std::exception */

int dr_raw_backtrace(void **frame, int most); /* kernel.c */

static const void *base_of(const void *address)
{
	Dl_info info;
	return address && dladdr(address, &info) ? info.dli_fbase : NULL;
}

/* The return address of the innermost frame outside the library; `site` if there is none. */
static const void *caller_of(const void *library, const void *site)
{
	void *frame[FRAMES];
	int n = dr_raw_backtrace(frame, FRAMES);
	for (int i = 0; i < n; i++)
		if (!dr_ours((uint64_t)frame[i]) && base_of(frame[i]) != library)
			return frame[i];
	return site;
}

/* The address of the exception that is being handled; 0 if there is none that C++ code threw. */
static uint64_t current(void)
{
	uint64_t *(*globals)(void);
	*(void **)&globals = dlsym(RTLD_DEFAULT, "__cxa_get_globals");
	uint64_t header = globals ? *globals() : 0;
	uint64_t class = header ? *(uint64_t *)(header + CLASS) : 0;
	if ((class & ~1ul) != OF_CXX)
		return 0;
	return class & 1 ? *(uint64_t *)header
			 : header + OBJECT; /* a dependent exception: that of std::rethrow_exception */
}

static const char *demangled(const char *name)
{
	char *(*demangle)(const char *, char *, size_t *, int *);
	int failed = 1;
	*(void **)&demangle = dlsym(RTLD_DEFAULT, "__cxa_demangle");
	char *result = demangle ? demangle(name, NULL, NULL, &failed) : NULL;
	return result && !failed ? result : name;
}

/* The result of its what(), if it is a std::exception; else NULL. */
static const char *what(uint64_t exception, void **type)
{
	void **base = dlsym(RTLD_DEFAULT, "_ZTISt9exception");
	void *object = (void *)exception;
	if (!base ||
		!((_Bool(*)(void *, void *, void **, unsigned))(*(void ***)base)[DO_CATCH])(base, type, &object, 1))
		return NULL;
	struct dr_thread *self = dr_self;
	dr_self = NULL; /* the call of what() is no part of the execution */
	const char *text = ((const char *(*)(void *))(*(void ***)object)[WHAT])(object);
	dr_self = self;
	return text;
}

static _Noreturn void terminated(const void *library, const void *site)
{
	uint64_t exception = current();
	site = caller_of(library, site);
	if (!exception)
		dr_error(DR_ABORT, 0, site,
			"terminate called without an active exception (is a std::thread destroyed before join or detach?)");
	void **type = *(void ***)(exception - OBJECT);
	const char *name = (const char *)type[1], *text = what(exception, type);
	char says[256] = "";
	if (text)
		snprintf(says, sizeof says, ", what(): %s", text);
	for (char *c = says; *c; c++)
		if (*c == '\n')
			*c = ' ';
	dr_error(DR_ABORT, 0, site, "terminate called after throwing an instance of '%s'%s",
		demangled(name + (*name == '*')), says);
}

DR_EXPORT void abort(void)
{
	const void *library = base_of(dlsym(RTLD_DEFAULT, "_ZSt9terminatev")), *site = DR_SITE;
	if (dr_self && library && base_of(site) == library)
		terminated(library, site);
	dr_error(DR_ABORT, 0, site, "abort was called");
}

/* libstdc++'s checks of preconditions ([res.on.required]; _GLIBCXX_ASSERTIONS): the function's name from GCC 12 on, and
 * before. */
WEAK _Noreturn void dr_library_assert(const char *file, int line, const char *function, const char *condition) __asm__(
	"_ZSt21__glibcxx_assert_failPKciS0_S0_");
_Noreturn void dr_library_assert(const char *file, int line, const char *function, const char *condition)
{
	if (!condition)
		dr_error(DR_ASSERTION, 0, DR_SITE, "%s:%d: %s: unreachable code was reached", file, line,
			function ? function : "?");
	dr_error(DR_ASSERTION, 0, DR_SITE, "%s:%d: %s: assertion `%s' failed", file, line, function ? function : "?",
		condition);
}

WEAK _Noreturn void __cxa_pure_virtual(void);
_Noreturn void __cxa_pure_virtual(void)
{
	dr_error(DR_ABORT, 0, DR_SITE, "a pure virtual function was called");
}
