/*
 * The machine state of the caller, for recognizing a loop that spins: an atomic load that is reached twice in a
 * row with the same registers, the same stack and no write in between will do the same again.
 *
 * The registers must be taken before any compiled code of ours changes them, and our own frames must stay out of
 * it (they hold what changes from event to event). So the functions that can spin are entered through a few
 * instructions that store the callee-saved registers and go on to the C function with the arguments as they are.
 * One kernel thread runs everything, so one place to store them is enough.
 */
#ifndef DRISTA_SPIN_H
#define DRISTA_SPIN_H

#include "core/traces.h"

#include <stdint.h>

struct dr_machine {
	uint64_t saved[12]; /* callee-saved registers, return address where it is in one */
	uint64_t stack; /* stack pointer at entry */
};
/* Bytes of a live stack that are looked at; where there are more, the state is not known. */
#define DR_SPIN_STACK (1ul << 16)
extern struct dr_machine dr_machine __attribute__((visibility("hidden")));

/* To be called first of all in a function entered through DR_ENTER. 0: not known (on this machine, or no thread runs).
 */
uint64_t dr_spin_fingerprint(void);

struct dr_event;
/* The running thread is about to wait before the event, with e->spin what dr_spin_fingerprint has returned: fills in
 * e->machine, and the local state. */
void dr_state_waits(struct dr_event *e);

/* Defines the exported function `name`, which becomes `name_entered` once the registers are stored. WEAK: the program
 * may have its own. */
#define DR_ENTER(name) DR_ENTER_AS(".globl", name)
#define DR_ENTER_WEAK(name) DR_ENTER_AS(".weak", name)
/* The same for a plain read, which waits only in runs with dr_reads_wait: in others nothing is stored. */
#define DR_ENTER_READ(name) DR_ENTER_IF(".globl", name, DR_IF_READS_WAIT(name))
extern uint8_t dr_reads_wait __attribute__((visibility("hidden")));
#define DR_ENTER_AS(binding, name) DR_ENTER_IF(binding, name, "")
#if defined(__x86_64__)
#define DR_IF_READS_WAIT(name) "cmpb $0, dr_reads_wait(%rip)\nje " #name "_entered\n"
#define DR_ENTER_IF(binding, name, condition) \
	__asm__(".pushsection drista_text,\"ax\",@progbits\n.p2align 4\n" binding " " #name "\n.type " #name \
		",@function\n" #name ":\n.cfi_startproc\n" condition "movq %rbx, dr_machine+0(%rip)\n" \
		"movq %rbp, dr_machine+8(%rip)\n" \
		"movq %r12, dr_machine+16(%rip)\n" \
		"movq %r13, dr_machine+24(%rip)\n" \
		"movq %r14, dr_machine+32(%rip)\n" \
		"movq %r15, dr_machine+40(%rip)\n" \
		"movq %rsp, dr_machine+96(%rip)\n" \
		"jmp " #name "_entered\n.cfi_endproc\n.size " #name ", .-" #name "\n.popsection\n")
#elif defined(__aarch64__)
#define DR_IF_READS_WAIT(name) \
	"adrp x16, dr_reads_wait\nldrb w16, [x16, :lo12:dr_reads_wait]\ncbz w16, " #name "_entered\n"
#define DR_ENTER_IF(binding, name, condition) \
	__asm__(".pushsection drista_text,\"ax\",@progbits\n.p2align 2\n" binding " " #name "\n.type " #name \
		",%function\n" #name ":\n.cfi_startproc\n" condition \
		"adrp x16, dr_machine\nadd x16, x16, :lo12:dr_machine\n" \
		"stp x19, x20, [x16]\nstp x21, x22, [x16, #16]\nstp x23, x24, [x16, #32]\n" \
		"stp x25, x26, [x16, #48]\nstp x27, x28, [x16, #64]\nstp x29, x30, [x16, #80]\n" \
		"mov x17, sp\nstr x17, [x16, #96]\n" \
		"b " #name "_entered\n.cfi_endproc\n.size " #name ", .-" #name "\n.popsection\n")
#else
#define DR_IF_READS_WAIT(name) ""
#define DR_ENTER_IF(binding, name, condition) __asm__(binding " " #name "\n.set " #name ", " #name "_entered\n")
#endif
#define DR_ENTERED __attribute__((used, visibility("hidden")))

/* Begins the definition of an exported function that may be the whole body of a waiting loop: `DR_WAITING(int,
 * sem_wait, sem_t *s) { ... }`. Its first statement calls dr_spin_fingerprint (scripts/lint/runtime-calls.mjs). */
#define DR_WAITING(type, name, ...) DR_DEFINE_WAITING(DR_ENTER, type, name, __VA_ARGS__)
#define DR_WAITING_WEAK(type, name, ...) DR_DEFINE_WAITING(DR_ENTER_WEAK, type, name, __VA_ARGS__)
#define DR_DEFINE_WAITING(enter, type, name, ...) \
	enter(name); \
	DR_ENTERED type name##_entered(__VA_ARGS__); \
	DR_ENTERED type name##_entered(__VA_ARGS__)

#endif
