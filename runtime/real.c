/* Functions of libc that the runtime needs by their addresses (real.h). */
#include "real.h"
#include "internal.h"

#include <dlfcn.h>

static struct dr_real_functions real;
static int found;

/* By its version: without one it is ours (plugins.c). */
void *(*dr_real_dlsym(void))(void *, const char *)
{
	static void *(*dlsym_of_libc)(void *, const char *);
	if (!dlsym_of_libc)
		*(void **)&dlsym_of_libc = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
	if (!dlsym_of_libc) /* when it was in libdl */
		*(void **)&dlsym_of_libc = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
	return dlsym_of_libc;
}

void *dr_raw_dlsym(void *library, const char *name)
{
	void *found = dr_real_dlsym()(library, name);
	__asm__ volatile("" : : : "memory"); /* no jump, but a call from here: RTLD_NEXT is what comes after its caller */
	return found;
}

extern const struct dr_bound __start_drista_bound[] __attribute__((visibility("hidden")));
extern const struct dr_bound __stop_drista_bound[] __attribute__((visibility("hidden")));

void dr_real_find(const struct dr_bound *b)
{
	*(void **)b->function = dlsym(RTLD_NEXT, b->name);
}

void dr_real_bind(void)
{
	for (const struct dr_bound *b = __start_drista_bound; b < __stop_drista_bound; b++)
		if (!*(void **)b->function)
			dr_real_find(b);
	dr_real_found();
	dlerror(); /* some functions are of other versions of libc */
}

static void find(void *function, const char *name)
{
	dr_real_find(&(struct dr_bound){function, name});
	if (!*(void **)function)
		dr_fatal("this libc lacks a function that the runtime needs");
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
