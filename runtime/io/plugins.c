/*
 * dlopen and dlclose (POSIX.1-2017). libc's loader takes a lock of its own, on which the only kernel thread would
 * deadlock with itself. So the calls are calls on one channel, which excludes them from each other. The report gets the
 * addresses of loaded libraries (modules.h). Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "prim/digest.h"
#include "effects/intercept.h"
#include "io/cells.h"
#include "fiber/fiber.h"
#include "memory/modules.h"
#include "memory/plain.h"
#include "prim/real.h"
#include "io/file-table.h"

#include <dlfcn.h>
#include <link.h>

size_t dr_raw_strlen(const char *text);

#define WEAK DR_EXPORT __attribute__((weak))

static struct dr_channel loader; /* count: a digest of the multiset of open libraries */
static const struct dr_thread *holder;

static uint64_t name_of(void *library)
{
	const char *name = library ? ((const struct link_map *)library)->l_name : "";
	return (library ? dr_digest_bytes(1, name, dr_raw_strlen(name)) : 0) >> 2; /* channels have two more bits */
}

/* Constructors and destructors of a library may load others. */
static int begin(struct dr_call *call)
{
	if (!dr_self || holder == dr_self)
		return 0;
	dr_call_on(call, &loader);
	dr_call_begin(call);
	holder = dr_self;
	return 1;
}

static void end(struct dr_call *call, int begun)
{
	if (dr_self)
		dr_modules_changed(call->site);
	if (!begun)
		return;
	holder = NULL;
	dr_call_end(call);
}

WEAK void *dlopen(const char *name, int flags);
WEAK void *dlmopen(Lmid_t space, const char *name, int flags);
WEAK int dlclose(void *library);

void *dlopen(const char *name, int flags)
{
	static void *(*real)(const char *, int);
	dr_real_one(&real, "dlopen");
	struct dr_call call = dr_file_call("dlopen", -1, DR_SITE, 0);
	int begun = begin(&call);
	void *library = real(name, flags);
	dr_intercept();
	loader.count += name_of(library);
	end(&call, begun);
	return library;
}

void *dlmopen(Lmid_t space, const char *name, int flags)
{
	if (space != LM_ID_BASE && dr_self)
		dr_unsupported("dlmopen into a namespace of its own");
	return dlopen(name, flags);
}

int dlclose(void *library)
{
	static int (*real)(void *);
	dr_real_one(&real, "dlclose");
	struct dr_call call = dr_file_call("dlclose", -1, DR_SITE, 0);
	int begun = begin(&call);
	uint64_t digest = name_of(library);
	int result = real(library);
	loader.count -= result == 0 ? digest : 0;
	end(&call, begun);
	return result;
}
