/*
 * Switching from one fiber to another: 20 ns. The thread pointer (fs) goes with the stack, so that each
 * fiber has its own errno, thread-local variables and C++ exception state.
 */
#include "fiber/fiber.h"

#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#if !defined(__x86_64__)
#error "the fibers of drista's runtime know x86-64 only so far"
#endif

#define HWCAP2_FSGSBASE 2
#define ARCH_SET_FS 0x1002
#define ARCH_GET_FS 0x1003

/* May the program set fs by an instruction? Else by a system call. */
int dr_switch_fast;

void dr_switch_init(void)
{
	dr_switch_fast = (getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE) != 0;
}

/* Saves the registers that a call preserves: rbx, rbp, r12-r15, and the control words of SSE and x87. */
__asm__(".text\n.p2align 4\n.globl dr_switch\n.hidden dr_switch\n.type dr_switch,@function\n"
	"dr_switch:\n.cfi_startproc\n"
	"pushq %rbp\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset rbp, 0\n"
	"pushq %rbx\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset rbx, 0\n"
	"pushq %r12\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset r12, 0\n"
	"pushq %r13\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset r13, 0\n"
	"pushq %r14\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset r14, 0\n"
	"pushq %r15\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset r15, 0\n"
	"subq $8, %rsp\n.cfi_adjust_cfa_offset 8\n"
	"stmxcsr (%rsp)\n"
	"fnstcw 4(%rsp)\n"
	"movq %rsp, (%rdi)\n"
	"movq %rsi, %rsp\n"
	"cmpl $0, dr_switch_fast(%rip)\n"
	"je 1f\n"
	"wrfsbase %rdx\n"
	"2: ldmxcsr (%rsp)\n"
	"fldcw 4(%rsp)\n"
	"addq $8, %rsp\n.cfi_adjust_cfa_offset -8\n"
	"popq %r15\n.cfi_adjust_cfa_offset -8\n"
	"popq %r14\n.cfi_adjust_cfa_offset -8\n"
	"popq %r13\n.cfi_adjust_cfa_offset -8\n"
	"popq %r12\n.cfi_adjust_cfa_offset -8\n"
	"popq %rbx\n.cfi_adjust_cfa_offset -8\n"
	"popq %rbp\n.cfi_adjust_cfa_offset -8\n"
	"ret\n"
	".cfi_adjust_cfa_offset 56\n"
	"1: movl $158, %eax\n" /* arch_prctl(ARCH_SET_FS, tcb); no libc: errno is being switched away */
	"movl $0x1002, %edi\n"
	"movq %rdx, %rsi\n"
	"syscall\n"
	"jmp 2b\n"
	".cfi_endproc\n.size dr_switch, .-dr_switch\n");

/* The outermost frame of a fiber: an unwinder that comes here has reached the end of the stack. */
__asm__(".text\n.p2align 4\n.type dr_switch_first,@function\ndr_switch_first:\n.cfi_startproc\n.cfi_undefined rip\n"
	"xorl %ebp, %ebp\n"
	"callq *%rbx\n"
	"ud2\n"
	".cfi_endproc\n.size dr_switch_first, .-dr_switch_first\n");
extern const char dr_switch_first[] __attribute__((visibility("hidden")));

void *dr_switch_prepare(void *stack_end, void (*function)(void))
{
	uint64_t *sp = (uint64_t *)((uintptr_t)stack_end & -64ul);
	*--sp = 0;
	*--sp = 0;
	*--sp = (uint64_t)dr_switch_first; /* returned to, with the stack aligned as a function's caller has it */
	*--sp = 0; /* rbp */
	*--sp = (uint64_t)function; /* rbx */
	sp -= 4; /* r12 .. r15 */
	sp[0] = sp[1] = sp[2] = sp[3] = 0;
	uint32_t mxcsr;
	uint16_t x87;
	__asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(mxcsr), "=m"(x87));
	*--sp = mxcsr | (uint64_t)x87 << 32;
	return sp;
}

uint64_t dr_switch_tcb(void)
{
	uint64_t tcb;
	__asm__("movq %%fs:0, %0" : "=r"(tcb));
	return tcb;
}
