/* Switching between fibers (fiber.h). */
#include "fiber/fiber.h"
#include "fiber/x87.h"

DR_PAGED struct dr_fiber dr_fiber[DR_THREADS];

#ifdef __x86_64__
/* All of it, up to the return address: a frame of its own would keep what is there. */
__attribute__((naked)) void dr_stack_clear_below(void)
{
	__asm__("lea -4096(%rsp), %rdi\n\t"
		"xor %eax, %eax\n\t"
		"mov $512, %ecx\n\t"
		"rep stosq\n\t"
		"ret");
}
#else
__attribute__((noinline)) void dr_stack_clear_below(void)
{
	char below[4096];
	dr_raw_memset(below, 0, sizeof below);
	__asm__ volatile("" ::"r"(below) : "memory");
}
#endif

void dr_fiber_ready(unsigned number, void (*function)(void))
{
	dr_fiber[number].raised = dr_x87_raised();
	dr_fiber[number].sp = dr_switch_prepare((void *)dr_stack_top(number), function);
}

static DR_HOT void *outside; /* the saved stack pointer of the code outside all fibers, while a fiber runs */

void dr_fiber_switch(struct dr_fiber *from, struct dr_fiber *to, int raised)
{
	if (raised)
		dr_x87_switch(from ? &from->raised : NULL, to->raised);
	dr_switch(from ? &from->sp : &outside, to->sp, to->tcb);
}

void dr_fiber_out(void)
{
	static DR_HOT void
		*unused; /* in the section that every run writes, since each further page costs time (pages.h) */
	dr_switch(&unused, outside, dr_fiber[0].tcb);
	__builtin_unreachable();
}
