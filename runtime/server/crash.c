/* Signals that mean a crash, reported as the program's error with the place and the address. */
#include "server/entry.h"
#include "fiber/fiber.h"
#include "core/log.h"
#include "server/pages.h"
#include "memory/plain.h"
#include "server/rollback.h"
#include "core/schedule.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#define ALTERNATE_STACK (64u << 10)

/* The place in the program, also where the runtime has accessed memory on its behalf: the runtime's frames have frame
 * pointers. */
static uint64_t place(const greg_t *reg)
{
	uint64_t pc = (uint64_t)reg[REG_RIP], frame = (uint64_t)reg[REG_RBP];
	while (dr_ours(pc)) {
		if (!dr_self || frame < (uint64_t)reg[REG_RSP] || frame >= dr_self->stack_top || frame % 8)
			break;
		const uint64_t *f = (const uint64_t *)frame;
		pc = f[1];
		frame = f[0];
	}
	return pc;
}

/* Is it the instruction of __builtin_trap (ud2), or that of clang's checks (ud1 with their number)? */
static int is_trap(const uint8_t *pc)
{
	return pc[0] == 0x0f ? pc[1] == 0x0b : pc[0] == 0x67 && pc[1] == 0x0f && pc[2] == 0xb9;
}

static const char *name(int signal_number, const siginfo_t *info)
{
	switch (signal_number) {
	case SIGSEGV: return "segmentation fault";
	case SIGBUS: return "bus error";
	case SIGFPE: return "arithmetic fault (division by zero?)";
	case SIGILL:
		return info->si_code > 0 && is_trap(info->si_addr)
			       ? "a trap (of __builtin_trap, or a check of -fsanitize)"
			       : "illegal instruction";
	default: return "trap";
	}
}

static void crashed(int signal_number, siginfo_t *info, void *context)
{
	const greg_t *reg = ((ucontext_t *)context)->uc_mcontext.gregs;
	if (signal_number == SIGSEGV && info->si_code == SEGV_ACCERR && dr_pages_fault((uint64_t)info->si_addr))
		return;
	if (dr_rolling())
		dr_rollback_elsewhere(NULL); /* it may have written anywhere */
	if (signal_number == SIGTRAP && (dr_schedule.flags & DR_TRAP))
		return; /* no run was under way */
	int sent = info->si_code <= 0; /* sent by a call, so that it has no fault address */
	uint64_t address = !sent && (signal_number == SIGSEGV || signal_number == SIGBUS) ? (uint64_t)info->si_addr : 0;
	const void *site = (const void *)place(reg);
	if (dr_giving)
		dr_unsupported_at(
			"an older value, under --races ignore, of memory that is read-only (--model sc has none)",
			site);
	if (signal_number == SIGABRT)
		dr_error(DR_ABORT, 0, site, "libc or the program raised SIGABRT");
	if (address && dr_self && dr_stack_is_below(dr_self->number, address, (uint64_t)reg[REG_RSP]))
		dr_stack_overflow(address, site);
	if (signal_number == SIGSEGV && info->si_code == SI_KERNEL) /* the processor does not report the address */
		dr_error(DR_CRASH, 0, site, "segmentation fault at an address that no memory can have");
	dr_error(DR_CRASH, address, site, address || (signal_number == SIGSEGV && !sent) ? "%s at address 0x%lx" : "%s",
		name(signal_number, info), (unsigned long)address);
}

void dr_crash_init(void)
{
	static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
	void *stack = mmap(NULL, ALTERNATE_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (stack == MAP_FAILED)
		dr_fatal("no memory for the stack of signal handlers");
	stack_t alternate = {.ss_sp = stack, .ss_size = ALTERNATE_STACK};
	sigaltstack(&alternate, NULL);
	for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) {
		struct sigaction old, new = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
		if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
			sigaction(signals[i], &new, NULL);
	}
}
