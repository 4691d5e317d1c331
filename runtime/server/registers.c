/* Saving and restoring registers (registers.h). */
#include "server/registers.h"
#include "fiber/fiber.h"
#include "server/pages.h"

#include <cpuid.h>
#include <sys/mman.h>

#define EXTENDED_STATE 0xd /* leaf of cpuid: the components that xsave saves, and the size */
#define OSXSAVE (1u << 27)

/* In memory that is not restored. */
static struct registers {
	uint64_t flags, gs;
	_Alignas(64) uint8_t extended[]; /* x87, SSE, AVX, protection keys ... */
} * kept;

int dr_registers_open(void)
{
	unsigned a, size, c, d;
	if (!dr_switch_fast || !__get_cpuid(1, &a, &size, &c, &d) || !(c & OSXSAVE) ||
		!__get_cpuid_count(EXTENDED_STATE, 0, &a, &size, &c, &d))
		return 0;
	void *p = mmap(NULL, sizeof *kept + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return 0;
	dr_pages_exclude(p, sizeof *kept + size);
	kept = p;
	return 1;
}

void dr_registers_keep(void)
{
	kept->flags = __builtin_ia32_readeflags_u64();
	__asm__ volatile("rdgsbase %0" : "=r"(kept->gs));
	__asm__ volatile("xsave64 (%0)" : : "r"(kept->extended), "a"(-1), "d"(-1) : "memory");
}

void dr_registers_put_back(void)
{
	__builtin_ia32_writeeflags_u64(kept->flags);
	__asm__ volatile("wrgsbase %0" : : "r"(kept->gs));
	__asm__ volatile("xrstor64 (%0)" : : "r"(kept->extended), "a"(-1), "d"(-1) : "memory");
}
