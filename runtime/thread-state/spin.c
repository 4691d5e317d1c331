/* The fingerprint of a thread's machine state at an atomic load (spin.h). */
#include "thread-state/spin.h"
#include "fiber/fiber.h"
#include "thread-state/fingerprint.h"
#include "thread-state/liveness.h"
#include "thread-state/local-state.h"
#include "core/internal.h"

DR_HOT struct dr_machine dr_machine;
DR_HOT uint8_t dr_reads_wait;

/* Of the registers and all of the live stack; 0: not known, since there is more of it. Stores by libc's functions are
 * not announced, so that counting does not do instead. */
static uint64_t of_machine(const struct dr_thread *t)
{
	uint64_t stack = dr_machine.stack;
	/* The return address is the first word on x86-64; elsewhere it is among the registers. */
	uint64_t words = t->stack_top > stack ? (t->stack_top - stack) / 8 : 1;
	if (words > DR_SPIN_STACK / 8)
		return 0;
	uint64_t a = dr_mix(0, stack), b = dr_mix_apart(~0ul, t);
	for (unsigned i = 0; i < sizeof dr_machine.saved / sizeof *dr_machine.saved; i += 2) {
		a = dr_mix(a, dr_machine.saved[i]);
		b = dr_mix(b, dr_machine.saved[i + 1]);
	}
	const uint64_t *w = (const uint64_t *)stack;
	for (uint64_t i = 0; i + 1 < words; i += 2) { /* two chains at a time: the multiplications overlap */
		a = dr_mix(a, w[i]);
		b = dr_mix(b, w[i + 1]);
	}
	if (words % 2)
		a = dr_mix(a, w[words - 1]);
	return dr_with_stores(dr_mix(a, b), t->stores);
}

uint64_t dr_spin_fingerprint(void)
{
	struct dr_thread *t = dr_self;
	if (dr_machine.stack == 0 || !t ||
		dr_visibility == DR_SEES_CALLS) /* stores, which would be progress, are not seen then */
		return 0;
	dr_settle();
	if (dr_local_on)
		dr_local_capture();
	t->state.machine = of_machine(t);
	uint64_t live = dr_live_fingerprint();
	t->state.spin = live ? live : t->state.machine;
	return t->state.spin;
}

void dr_state_waits(struct dr_event *e)
{
	dr_local_event(e);
	e->machine = e->spin && e->spin == dr_self->state.spin ? dr_self->state.machine : 0;
}
