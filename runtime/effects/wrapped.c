/*
 * dlsym for programs that define a function of libc's name and look up libc's own function to call it: they get the
 * runtime's function, which wraps libc's whether or not the program defines the name (wrapped.sh). Otherwise libc's own
 * pthread_mutex_lock, for example, would be called unobserved.
 */
#include "core/internal.h"
#include "effects/announce.h"
#include "effects/intercept.h"
#include "prim/real.h"
#include "prim/symbols.h"
#include "effects/wrapped.h"

#include <dlfcn.h>
#include <link.h>

/* As strcmp, which here announces what it reads. */
static int compare(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return (unsigned char)*a - (unsigned char)*b;
}

struct dr_wrapped *dr_wrapped_named(const char *name)
{
	struct dr_wrapped *low = dr_wrapped, *high = dr_wrapped_end;
	while (low < high) {
		struct dr_wrapped *middle = low + (high - low) / 2;
		int order = compare(name, middle->name);
		if (order == 0)
			return middle;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

static const void *module_of(const void *address)
{
	Dl_info info;
	return address && dladdr(address, &info) ? info.dli_fbase : NULL;
}

/* As the wrappers and the entries of intercepted calls stand for them. */
int dr_is_systems(const void *function, const char *name)
{
	Dl_info info;
	const ElfW(Sym) *symbol = NULL;
	function = dr_announced_function(function);
	if (!dladdr1(function, &info, (void **)&symbol, RTLD_DL_SYMENT) || !info.dli_fname)
		return 0;
	/* In a program that is not position-independent, a function of a library has the address of a jump to it. */
	if (symbol && symbol->st_shndx == SHN_UNDEF && compare(info.dli_sname, name) == 0)
		return dr_in_systems_library(dr_real_dlsym()(RTLD_NEXT, name));
	return dr_in_systems_library(function);
}

DR_EXPORT void *dlsym(void *handle, const char *name);
void *dlsym(void *handle, const char *name)
{
	const struct dr_wrapped *ours = dr_wrapped_named(name);
	if (!ours && (handle == RTLD_NEXT || handle == RTLD_DEFAULT)) /* a tail call: libc uses the caller's address */
		__attribute__((musttail)) return dr_real_dlsym()(handle, name);
	void *found = dr_real_dlsym()(handle, name);
	if (!ours)
		return found && dr_self ? dr_intercept_found(name, found) : found;
	/* RTLD_NEXT is resolved from the runtime on here, which may find the calling library again. */
	int again = handle == RTLD_NEXT && module_of(found) == module_of(DR_SITE);
	return dr_in_systems_library(found) || again ? ours->function : found;
}
