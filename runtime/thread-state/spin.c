/* The fingerprint of a thread's machine state at an atomic load (spin.h). */
#include "thread-state/spin.h"
#include "fiber/fiber.h"
#include "thread-state/fingerprint.h"
#include "thread-state/liveness.h"
#include "thread-state/local-state.h"
#include "core/internal.h"

DR_HOT struct dr_machine dr_machine;
DR_HOT uint8_t dr_reads_wait;

/* Hashes the registers and the whole live stack; 0: that is not known, since there is more of the stack. Stores by
 * libc's functions are not announced, so that counting does not do instead. */
static int hash_machine(const struct dr_thread *t, uint64_t machine[2])
{
	uint64_t stack = dr_machine.stack;
	/* The return address is the first word on x86-64; elsewhere it is among the registers. */
	uint64_t words = t->stack_top > stack ? (t->stack_top - stack) / 8 : 1;
	if (words > DR_SPIN_STACK / 8)
		return 0;
	machine[0] = t->number;
	machine[1] = stack;
	if (dr_local_has("registers"))
		for (unsigned i = 0; i < sizeof dr_machine.saved / sizeof *dr_machine.saved; i++)
			dr_absorb(machine, dr_machine.saved[i]);
	if (dr_local_has("stack"))
		for (uint64_t i = 0; i < words; i++)
			dr_absorb(machine, ((const uint64_t *)stack)[i]);
	return 1;
}

uint64_t dr_spin_fingerprint(void)
{
	struct dr_thread *t = dr_self;
	if (dr_machine.stack == 0 || !t ||
		dr_visibility == DR_SEES_CALLS) /* stores, which would be progress, are not seen then */
		return 0;
	dr_settle();
	uint64_t machine[2];
	int known = hash_machine(t, machine);
	if (known && dr_local_on)
		dr_local_capture(machine);
	t->state.machine = dr_local_since_head();
	if (!t->state.machine && known)
		t->state.machine = dr_local_fingerprint(dr_mix_apart(dr_mix(machine[0], machine[1]), t));
	uint64_t live = dr_live_fingerprint();
	t->state.spin = live ? dr_local_fingerprint(live) : t->state.machine;
	return t->state.spin;
}

void dr_state_waits(struct dr_event *e)
{
	dr_local_event(e);
	e->machine = e->spin && e->spin == dr_self->state.spin ? dr_self->state.machine : 0;
}
