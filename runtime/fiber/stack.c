/*
 * The stacks of threads: in the runtime's slots, in the size that the program asks for, or where the program says
 * (pthread_attr_setstack, POSIX.1-2017). Instrumented code needs more stack than other code, and the runtime's
 * functions run there too. So a stack is larger than requested. Frames that exceed even that are a stack overflow,
 * reported at a function's entry or where the guard is touched.
 */
#include "fiber/fiber.h"

#include <sys/mman.h>
#include <sys/syscall.h>

#define LEAST_MORE (16ul << 10) /* bytes beyond the requested size */
#define SPARE (64ul << 10) /* bytes below that, for functions of the runtime and of libc */
#define PAGE 4096ul

/* The bytes that the program's frames may use. */
static uint64_t allowed(uint64_t size)
{
	uint64_t more = size / 4;
	return size + (more < LEAST_MORE ? LEAST_MORE : more);
}

int dr_stack_map(unsigned number, size_t size)
{
	struct dr_fiber *f = &dr_fiber[number];
	uint64_t end = f->stack_low ? f->stack_low : dr_stack_end(number);
	if (size > DR_STACK_MAX / 2)
		return 0;
	uint64_t low = (dr_stack_end(number) - allowed(size < DR_STACK_SIZE ? DR_STACK_SIZE : size) - SPARE) & -PAGE;
	if (low >= end)
		return 1;
	/* The memory below in the slot is never mapped: it is the guard. */
	void *p = mmap((void *)low, end - low, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
	if (p != (void *)low)
		return 0;
	madvise(p, end - low, MADV_NOHUGEPAGE); /* the first touch of a huge page costs 100 us in every run */
	f->stack_low = low;
	return 1;
}

void dr_stack_choose(unsigned number, size_t size, uint64_t given_low, int near)
{
	struct dr_fiber *f = &dr_fiber[number];
	f->stack_size = size;
	f->given_low = given_low;
	uint64_t limit = given_low ? given_low : dr_stack_end(number) - allowed(size);
	f->stack_limit = limit;
	uint64_t low = (limit - SPARE) & -PAGE;
	if (!given_low && near && low > f->stack_low && size < DR_STACK_SIZE)
		dr_raw_syscall(SYS_mprotect, f->stack_low, low - f->stack_low, (long)PROT_NONE, 0l, 0l, 0l);
}

uint64_t dr_stack_top(unsigned number)
{
	const struct dr_fiber *f = &dr_fiber[number];
	return f->given_low ? f->given_low + f->stack_size - DR_STACK_MARGIN : (uint64_t)f->entry;
}

int dr_stack_is_below(unsigned number, uint64_t address, uint64_t sp)
{
	const struct dr_fiber *f = &dr_fiber[number];
	if (f->given_low)
		return address < f->given_low && f->given_low - address < (sp < f->given_low ? DR_STACK_SIZE : PAGE);
	return address >= dr_stack_end(number) - (1ul << DR_STACK_SHIFT) && address < f->stack_limit;
}
