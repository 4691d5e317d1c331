/* What functions of the runtime leave behind in registers. */
#ifndef DRISTA_TRACES_H
#define DRISTA_TRACES_H

/*
 * To be called last in functions that the compiler's code calls often and that return nothing. Compilers save rax where
 * they only align the stack, so what such a function leaves there would come to be among the bytes of a frame.
 */
static inline void dr_leave_no_trace(void)
{
#ifdef __x86_64__
	__asm__ volatile("xorl %%eax, %%eax" : : : "rax");
#endif
}

#endif
