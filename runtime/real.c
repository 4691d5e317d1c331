/* Functions of libc that the runtime needs by their addresses (real.h). */
#include "real.h"
#include "internal.h"

#include <dlfcn.h>

struct dr_real dr_real;

static void find(void *function, const char *name)
{
	void *p = dlsym(RTLD_NEXT, name);
	if (!p)
		dr_fatal("libc or libstdc++ lacks a function that the runtime needs, or is linked statically");
	*(void **)function = p;
}

void dr_real_one(void *function, const char *name)
{
	if (!*(void **)function)
		find(function, name);
}

void dr_real_find(void)
{
	find(&dr_real.pthread_create, "pthread_create");
	find(&dr_real.pthread_exit, "pthread_exit");
	find(&dr_real.sysconf, "sysconf");
	find(&dr_real.exit, "exit");
	find(&dr_real.quick_exit, "quick_exit");
	find(&dr_real.sigaction, "sigaction");
	find(&dr_real.vsnprintf, "vsnprintf");
	find(&dr_real.strerror, "strerror");
	find(&dr_real.backtrace, "backtrace");
	find(&dr_real.libc_start_main, "__libc_start_main");
}
