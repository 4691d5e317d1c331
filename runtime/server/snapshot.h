/*
 * Snapshots: where a run has computed for long before a step of its schedule, it leaves a process that stands there and
 * waits. A later run whose schedule begins with the same steps is a fork of that process, not of the server, and does
 * not compute all that again. What it says is the same, byte for byte: a snapshot is left only where nothing but memory
 * can tell the two apart.
 */
#ifndef DRISTA_SNAPSHOT_H
#define DRISTA_SNAPSHOT_H

#include "internal.h"

#include <sys/types.h>

#define DR_SNAPSHOTS 64u /* slots: those in use, and those given up whose processes are not waited for yet */
#define DR_SNAPSHOT_STEPS (1u << 16) /* no deeper */
#define DR_SNAPSHOT_LONG 3000000ul /* nanoseconds of processor time that it should at least save */

struct dr_snapshot {
	pid_t id; /* 0: the slot is free. The kernel writes it before the process runs */
	uint32_t gone; /* given up; to be waited for */
	uint32_t asked, answered; /* how many forks; grows when `made` is there */
	pid_t made; /* the last fork; negative: it failed */
	uint32_t depth; /* steps that have been followed; the next one is not known */
	uint32_t even; /* may there be none? Then the next run may go on by itself from here */
	uint64_t flags, most; /* as in the RUN that led here */
	uint64_t foreign; /* shadow.h: another value, and the way here may show something new */
	uint64_t time; /* that the way here took, from main */
	uint64_t used; /* when: in the order of events of this table */
};

/* In memory shared by all. */
struct dr_snapshots {
	uint32_t wanted; /* may the next run leave some? */
	uint32_t each; /* at every step, for tests */
	uint64_t order, taken, served;
	uint64_t fork_time; /* of the last one, nanoseconds */
	struct dr_snapshot slot[DR_SNAPSHOTS];
	struct dr_step step[DR_SNAPSHOTS][DR_SNAPSHOT_STEPS]; /* of each, the steps that have been followed */
};
extern struct dr_snapshots *dr_snapshots; /* NULL: there are none yet */

/* Do the snapshot's steps come first among these, of which there are enough? */
int dr_snapshot_leads(const struct dr_snapshot *s, const struct dr_step *step);

/* DRISTA_SNAPSHOTS in the environment: `each`: at every step that allows it; `none`. Else where it is worth it. Once,
 * in the server. */
void dr_snapshots_open(const char *which);

/* The server. */
/* Before a run from main; `alone`: it may leave none. */
void dr_snapshots_begin(int alone);
/* After it, unless it was alone: it took so much processor time, 0: unknown. Returns 1 if the process that waits for
 * the next run must be made anew. */
int dr_snapshots_end(uint64_t time);
/* A process in the middle of a run of the schedule, where there is a snapshot; 0: none. */
pid_t dr_snapshots_run(uint64_t flags, uint64_t most, uint32_t steps, const struct dr_step *step);
/* What runs begin with is about to change. */
void dr_snapshots_discard(void);

/* The process of a run. */
extern int dr_snapshot_active; /* may it leave snapshots? */
extern int dr_snapshot_yielded; /* did a thread give way since the last look, as it does while there are steps left? */
void dr_snapshot_begin(uint64_t flags, uint64_t most);
/* It did what forks of one process could tell from what processes of their own would do. */
void dr_snapshot_end(void);
#define DR_SNAPSHOT_STACK (16u << 10)
extern char dr_snapshot_stack[DR_SNAPSHOT_STACK] __attribute__((visibility("hidden")));
void dr_snapshot_consider(void) __attribute__((visibility("hidden")));
/*
 * Before the next step of the schedule, or before the run goes on by itself. On a stack of its own: what would be left
 * on the thread's, where the program finds it in variables that it does not initialise, would be other bytes than in a
 * run that does not look.
 */
static inline __attribute__((always_inline)) void dr_snapshot_point(void)
{
	if (__builtin_expect(!dr_snapshot_active, 1))
		return;
	char *end = dr_snapshot_stack + DR_SNAPSHOT_STACK;
	__asm__ volatile("movq %%rsp, %%rbx\n\tmovq %0, %%rsp\n\tcall dr_snapshot_consider\n\tmovq %%rbx, %%rsp"
			 : "+a"(end)
			 :
			 : "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory", "cc", "xmm0", "xmm1",
			 "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12",
			 "xmm13", "xmm14", "xmm15");
}

#endif
