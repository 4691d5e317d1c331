/*
 * Snapshots: a run that has computed for long before a step of its schedule leaves a process that waits at that point.
 * A later run whose schedule begins with the same steps is a fork of that process, not of the server, and does not
 * repeat the computation. Its result is the same, byte for byte: a run leaves snapshots only as long as its state is in
 * memory alone.
 */
#ifndef DRISTA_SNAPSHOT_H
#define DRISTA_SNAPSHOT_H

#include "core/internal.h"

#include <sys/types.h>

#define DR_SNAPSHOTS 64u /* slots: those in use, and discarded ones whose processes are not reaped yet */
#define DR_SNAPSHOT_STEPS (1u << 16) /* the most steps before a snapshot */
#define DR_SNAPSHOT_LONG 3000000ul /* the least processor time that a snapshot should save, in nanoseconds */

struct dr_snapshot {
	pid_t id; /* 0: the slot is free. The kernel writes it before the process runs */
	uint32_t gone; /* discarded; its process must be reaped */
	uint32_t asked, answered; /* the number of forks that were requested; that were made. `answered` grows after
				     `made` is set */
	pid_t made; /* the last fork; negative: it failed */
	uint32_t depth; /* steps that have been followed; the process does not know the next one */
	uint32_t even; /* may the schedule of the next run end here? */
	uint64_t flags, most; /* as in the RUN that led here */
	uint64_t foreign; /* as in shadow.h: if it has changed since, the steps up to here may show new conflicts */
	uint64_t time; /* processor time from main up to here */
	uint64_t used; /* the time of the last use, counted by `order` */
};

/* In memory shared by the server and all runs. */
struct dr_snapshots {
	uint32_t wanted; /* may the next run leave snapshots? */
	uint32_t each; /* leave one before every step, for tests */
	uint64_t order, taken, served;
	uint64_t fork_time; /* the time of the last fork, in nanoseconds */
	struct dr_snapshot slot[DR_SNAPSHOTS];
	struct dr_step step[DR_SNAPSHOTS][DR_SNAPSHOT_STEPS]; /* of each slot, the steps that have been followed */
};
extern struct dr_snapshots *dr_snapshots; /* NULL: there are none yet */

/* Are the snapshot's steps the first ones of these? There must be at least as many. */
int dr_snapshot_leads(const struct dr_snapshot *s, const struct dr_step *step);

/* Called once, in the server. `which`: DRISTA_SNAPSHOTS in the environment: `each`: leave one before every step that
 * allows it; `none`: leave none; else: where it saves time. */
void dr_snapshots_open(const char *which);

/* Functions for the server. */
/* Called before a run from main. `alone`: the run may leave no snapshots. */
void dr_snapshots_begin(int alone);
/* Called after it, unless it was alone, with its processor time (0: unknown). Returns 1 if the process that waits for
 * the next run must be forked again. */
int dr_snapshots_end(uint64_t time);
/* Forks a snapshot that fits the schedule. Returns the new process, in the middle of the run; 0: there is none. */
pid_t dr_snapshots_run(uint64_t flags, uint64_t most, uint32_t steps, const struct dr_step *step);
/* Called before the initial state of runs changes. */
void dr_snapshots_discard(void);

/* Functions for the process of a run. */
/* Called when the run begins: allows snapshots if the server wants some and the flags permit it. */
void dr_snapshot_begin(uint64_t flags, uint64_t most);
/* Ends snapshots in this run: it has done something that has another effect in forks of one process than in runs of
 * their own. */
void dr_snapshot_end(void);
/* Called before the next step of the schedule, or before the run continues after its end. */
void dr_snapshot_consider(void);

#endif
