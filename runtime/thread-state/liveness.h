/*
 * The live values in the frames of a thread's stack, announced by code that `drista cc` has compiled (runtime/pass/).
 * Before each instruction that may wait, the program calls __drista_live with a hash of the values that are live there
 * and with the local variables that lie in memory. So the thread's state is known exactly, without the contents of dead
 * registers and of unused slots of the stack. docs/explanation/thread-states.md has a diagram.
 */
#ifndef DRISTA_LIVE_FRAMES_H
#define DRISTA_LIVE_FRAMES_H

#include <stdint.h>

#define DR_LIVE_SLOTS 32u /* local variables of one frame that lie in memory; runtime/pass/announce.cc */
/* Added to their number where the function was compiled with optimisation, where it takes variable arguments. */
#define DR_LIVE_OPTIMISED (1ul << 32)
#define DR_LIVE_VARIADIC (1ul << 33)
/* Added where a call of the function comes to this place at most once. */
#define DR_LIVE_ONCE (1ul << 34)

/* What the function said that has the frame; of the callstack's entry with the same place (callstack.h). */
struct dr_live_frame {
	uint32_t activation; /* of the call that said so; it is out of date when the callstack has another one */
	uint32_t slots;
	uint8_t optimised; /* was the function compiled with optimisation? */
	uint8_t once; /* does the call come to this place at most once? */
	uint16_t variadic; /* does it take arguments that are no values of it, and are not announced? */
	uint64_t low, high; /* the frame lies between: its variables and spilled registers, no frames of others */
	uint64_t context; /* stands for all that its callers keep in registers; fixed during the call; 0: not known */
	uint64_t values; /* stands for the place and the values that are live there */
	uint64_t kept; /* stands for the place, a call, and the values that are live when it has returned */
	uint64_t fingerprint, happened, stores; /* of the thread, after so many of its events and stores */
	struct {
		uint64_t address, size;
	} slot[DR_LIVE_SLOTS];
};

struct dr_thread;

void dr_live_frames_open(void); /* once, before main */

/* The fingerprint of the running thread, without what it has changed (dr_local_fingerprint); 0: what is live is not
 * known where it stands. */
uint64_t dr_live_fingerprint(void);

/* Has the function at the depth of the thread's callstack said that it was compiled with optimisation? */
int dr_live_is_optimised(const struct dr_thread *t, uint32_t depth);

/* Has the function at the depth said that it stands where this call of it comes at most once? False: not known. */
int dr_live_is_once(const struct dr_thread *t, uint32_t depth);

/* A hash of the contexts of the thread's frames, of which its later fingerprints are made. */
uint64_t dr_live_contexts(const struct dr_thread *t);

#endif
