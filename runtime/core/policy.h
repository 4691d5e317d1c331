/* How a run goes on after its schedule, where the scheduler has asked for another policy than the runtime's own: by
 * ranks of threads or events that it and the scheduler compute alike (src/explore/strategy/walks/ranks.ts). So one run
 * shows all of an execution that is sampled, and not only its next step. */
#ifndef DRISTA_POLICY_H
#define DRISTA_POLICY_H

#include "core/protocol.h"

/* From RUN. */
struct dr_continuation {
	uint32_t policy; /* enum dr_policy */
	uint32_t seed;
	uint64_t object;
	uint32_t threads;
	const uint16_t *thread;
};
extern struct dr_continuation dr_continuation;

/* The thread is about to perform the event before which it stands. */
void dr_policy_performs(unsigned thread, const struct dr_event *e);
/* The thread that goes on, of those that `can`, but not the one that is `skipped`; -1: none can. */
int dr_policy_choose(unsigned threads, int (*can)(unsigned thread), int skipped);

#endif
