/*
 * pthread_once. The program's own is not supported yet; libraries that are not instrumented (libstdc++) may use it: the real
 * one runs, and the function it calls does not let other threads in between.
 */
#include "internal.h"
#include "real.h"

#include <link.h>

/* Is the call in the executable? The first module is. */
static int first_module(struct dl_phdr_info *info, size_t unused, void *site)
{
	(void)unused;
	uint64_t at = *(uint64_t *)site;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		if (p->p_type == PT_LOAD && at - (info->dlpi_addr + p->p_vaddr) < p->p_memsz)
			return 1;
	}
	return -1;
}

DR_EXPORT int pthread_once(pthread_once_t *control, void (*routine)(void))
{
	uint64_t site = (uint64_t)DR_SITE;
	if (dr_self && dl_iterate_phdr(first_module, &site) == 1)
		dr_unsupported("pthread_once");
	return dr_real.pthread_once(control, routine);
}
