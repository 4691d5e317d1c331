/* See hooks-off.h. The first instructions of the functions are overwritten: a test of a flag would be another branch.
 */
#include "server/hooks-off.h"
#include "core/internal.h"

#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#ifdef __x86_64__
static const uint8_t returns[] = {0x31, 0xc0, 0xc3}; /* xorl %eax, %eax; ret: dr_leave_no_trace() has the same effect */
#elif defined(__aarch64__)
static const uint8_t returns[] = {0xc0, 0x03, 0x5f, 0xd6}; /* ret */
#endif

#define FAMILY(on, prefix, bytes) on(prefix##read##bytes) on(prefix##write##bytes) on(prefix##read_write##bytes)
#define SIZES(on, prefix) \
	FAMILY(on, prefix, 1) FAMILY(on, prefix, 2) FAMILY(on, prefix, 4) FAMILY(on, prefix, 8) FAMILY(on, prefix, 16)
#define HOOKS(on) \
	SIZES(on, __tsan_) \
	SIZES(on, __tsan_unaligned_) \
	SIZES(on, __tsan_volatile_) \
	SIZES(on, __tsan_unaligned_volatile_) \
	on(__tsan_read_range) on(__tsan_write_range) on(__tsan_vptr_update) on(__tsan_vptr_read) on(__tsan_func_entry) \
		on(__tsan_func_exit)

#define DECLARE(name) extern char name[];
HOOKS(DECLARE)

#define ADDRESS(name) name,
static char *const hooks[] = {HOOKS(ADDRESS)};

void dr_hooks_off(void)
{
	uintptr_t page = getauxval(AT_PAGESZ), low = UINTPTR_MAX, high = 0;
	for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++) {
		uintptr_t at = (uintptr_t)hooks[i];
		low = at < low ? at : low;
		high = at > high ? at : high;
	}
	low &= ~(page - 1);
	high = (high + sizeof returns + page - 1) & ~(page - 1);
	if (dr_kernel(SYS_mprotect, (long)low, (long)(high - low), PROT_READ | PROT_WRITE | PROT_EXEC, 0, 0, 0))
		return;
	for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
		memcpy(hooks[i], returns, sizeof returns);
	dr_kernel(SYS_mprotect, (long)low, (long)(high - low), PROT_READ | PROT_EXEC, 0, 0, 0);
	__builtin___clear_cache((char *)low, (char *)high);
}
