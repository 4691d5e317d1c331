/* Functions of libc that the runtime needs by their addresses (real.h). */
#include "prim/real.h"
#include "prim/base.h"
#include "prim/say.h"

#include <dlfcn.h>

#ifdef __aarch64__
#define FIRST_VERSION "GLIBC_2.17"
#else
#define FIRST_VERSION "GLIBC_2.2.5"
#endif

static struct dr_real_functions real;
static int found;

dr_dlsym *dr_real_dlsym(void)
{
	static dr_dlsym *real_dlsym;
	if (!real_dlsym)
		*(void **)&real_dlsym = dlvsym(RTLD_NEXT, "dlsym", FIRST_VERSION);
	return real_dlsym;
}

extern const struct dr_bound __start_drista_bound[] __attribute__((visibility("hidden")));
extern const struct dr_bound __stop_drista_bound[] __attribute__((visibility("hidden")));

void dr_real_find(const struct dr_bound *b)
{
	*(void **)b->function = dr_real_dlsym()(RTLD_NEXT, b->name);
}

void dr_real_bind(void)
{
	for (const struct dr_bound *b = __start_drista_bound; b < __stop_drista_bound; b++)
		if (!*(void **)b->function)
			dr_real_find(b);
	dr_real_found();
	dlerror(); /* clears the error: some functions exist in other versions of libc only */
}

static void find(void *function, const char *name)
{
	dr_real_find(&(struct dr_bound){function, name});
	if (*(void **)function)
		return;
	dr_say("this libc lacks a function that the runtime needs");
	dr_leave(127);
}

const struct dr_real_functions *dr_real_found(void)
{
	if (found)
		return &real;
	find(&real.pthread_create, "pthread_create");
	find(&real.pthread_exit, "pthread_exit");
	find(&real.sysconf, "sysconf");
	find(&real.exit, "exit");
	find(&real.quick_exit, "quick_exit");
	find(&real.sigaction, "sigaction");
	find(&real.vsnprintf, "vsnprintf");
	find(&real.strerror, "strerror");
	find(&real.backtrace, "backtrace");
	find(&real.libc_start_main, "__libc_start_main");
	found = 1;
	return &real;
}
