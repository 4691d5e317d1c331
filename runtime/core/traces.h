/* What functions of the runtime leave behind in registers and on the stack. */
#ifndef DRISTA_TRACES_H
#define DRISTA_TRACES_H

/*
 * To be called last in functions that the compiler's code calls often and that return nothing. Compilers save rax where
 * they only align the stack, and pass on what other registers hold where the program returns, or passes, a value that
 * it has never set. What such a function leaves there must be the same in all runs.
 */
static inline void dr_leave_no_trace(void)
{
#ifdef __x86_64__
	__asm__ volatile("xorl %%eax, %%eax\n\txorl %%ecx, %%ecx\n\txorl %%edx, %%edx\n\txorl %%esi, %%esi\n\t"
			 "xorl %%edi, %%edi\n\txorl %%r8d, %%r8d\n\txorl %%r9d, %%r9d\n\txorl %%r10d, %%r10d\n\t"
			 "xorl %%r11d, %%r11d\n\txorps %%xmm0, %%xmm0\n\txorps %%xmm1, %%xmm1"
			 :
			 :
			 : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "xmm0", "xmm1");
#endif
}

enum {
	DR_WIPED = 4096 /* bytes */
};

/*
 * Clears the stack below the calling function. A program may copy bytes that it has never written, such as the padding
 * of an object that a function returns: they must not be what the runtime has left there, as that differs between runs.
 */
void dr_wipe_stack(void);

#endif
