/* Functions of libc that the runtime needs by their addresses (real.h). */
#include "real.h"
#include "internal.h"

#include <dlfcn.h>

struct dr_real dr_real;

void dr_real_one(void *function, const char *name)
{
	if (!*(void **)function)
		*(void **)function = dlsym(RTLD_NEXT, name);
}

static void find(void *function, const char *name)
{
	dr_real_one(function, name);
	if (!*(void **)function)
		dr_fatal("this libc lacks a function that the runtime needs");
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
