/* The fingerprint of a thread's machine state at an atomic load (spin.h). */
#include "fiber/spin.h"
#include "fiber/live-frames.h"
#include "fiber/local-state.h"
#include "internal.h"

/* All of the live stack, up to that. Beyond, there is no fingerprint: stores by libc's functions are not announced, so
 * that counting does not do instead. */
#define WORDS (DR_SPIN_STACK / 8)
/* One store changes a fingerprint so (src/program/local-states.ts). */
#define STORE 0x9e3779b97f4a7c15ul

DR_HOT struct dr_machine dr_machine;

static inline uint64_t mix(uint64_t h, uint64_t word)
{
	h = (h ^ word) * 0x9e3779b97f4a7c15ul;
	return h ^ (h >> 32);
}

uint64_t dr_spin_fingerprint(void)
{
	uint64_t stack = dr_machine.stack;
	if (stack == 0 || !dr_self ||
		dr_sight == DR_SEES_CALLS) /* stores, which would be progress, are not seen then */
		return 0;
	if (dr_local_on)
		dr_local_capture();
	uint64_t live = dr_live_fingerprint();
	if (live)
		return live;
	/* The return address is the first word on x86-64; elsewhere it is among the registers. */
	uint64_t words = dr_self->stack_top > stack ? (dr_self->stack_top - stack) / 8 : 1;
	if (words > WORDS)
		return 0;
	uint64_t a = mix(0, stack), b = mix(~0ul, dr_self->clock_showed ^ (uint64_t)dr_self->cancel_disabled << 63);
	for (unsigned i = 0; i < sizeof dr_machine.saved / sizeof *dr_machine.saved; i += 2) {
		a = mix(a, dr_machine.saved[i]);
		b = mix(b, dr_machine.saved[i + 1]);
	}
	const uint64_t *w = (const uint64_t *)stack;
	for (uint64_t i = 0; i + 1 < words; i += 2) { /* two chains at a time: the multiplications overlap */
		a = mix(a, w[i]);
		b = mix(b, w[i + 1]);
	}
	if (words % 2)
		a = mix(a, w[words - 1]);
	a = mix(a, b) ^ (dr_self->stores * STORE);
	return a ? a : 1;
}
