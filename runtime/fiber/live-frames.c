/*
 * The fingerprint of a thread is made where its state is announced, and holds up to its next event: between the two
 * only the thread itself acts, and what it does follows from that state.
 *
 * It consists of the live values of the innermost frame, of all bytes of the stack that functions may have the address
 * of (local variables in memory, and the whole of frames about which nothing was announced), and of a context. That
 * stands for what callers keep in callee-saved registers, which the function or one that it called may have put on the
 * stack:
 * - If the caller is the frame above, and has announced its state before this call: what it needs after the call, and
 *   its own context.
 * - Otherwise the registers and all bytes of the stack, as they are when the call announces something first. They are
 *   fixed for the rest of the call, so a loop in this function or in one that it calls is recognised. A loop of a
 *   caller is recognised if they are equal.
 */
#include "fiber/live-frames.h"
#include "fiber/fiber.h"
#include "fiber/fingerprint.h"
#include "fiber/spin.h"

#include <stdarg.h>

static DR_HOT struct dr_live_frame *frames; /* DR_FRAMES for each thread number */

void dr_live_frames_open(void)
{
	frames = dr_frames_map(sizeof *frames, "cannot map what is live in frames");
}

/* Where a hash of memory stands, and how much more may be looked at. */
struct bytes {
	uint64_t hash, left;
};

static void add(struct bytes *b, uint64_t from, uint64_t size)
{
	if (size > b->left) {
		b->left = 0;
		return;
	}
	b->left -= size;
	for (; size >= 8; from += 8, size -= 8)
		b->hash = dr_mix(b->hash, *(const uint64_t *)from);
	for (; size; from++, size--)
		b->hash = dr_mix(b->hash, *(const uint8_t *)from);
}

static void add_slots(struct bytes *b, const struct dr_live_frame *f)
{
	for (uint32_t i = 0; i < f->slots; i++)
		add(b, f->slot[i].address, f->slot[i].size);
}

static struct dr_live_frame *frame_of(const struct dr_thread *t, uint32_t depth)
{
	return &frames[(size_t)DR_FRAMES * t->number + depth];
}

/* Has the function at the depth announced its state? */
static int has_announced(const struct dr_thread *t, uint32_t depth)
{
	return frame_of(t, depth)->activation == t->callstack.frames[depth].activation;
}

/* The next caller of the frame at the depth that has; DR_FRAMES: none. */
static uint32_t caller_of(const struct dr_thread *t, uint32_t depth)
{
	while (depth-- > 0)
		if (has_announced(t, depth))
			return depth;
	return DR_FRAMES;
}

static uint64_t context_of(const struct dr_thread *t, uint32_t depth, const struct dr_live_frame *f)
{
	uint32_t above = caller_of(t, depth);
	const struct dr_live_frame *caller = above == DR_FRAMES ? NULL : frame_of(t, above);
	if (caller && caller->low == f->high)
		return caller->context
			       ? dr_mix(dr_mix(caller->context, caller->kept), t->callstack.frames[depth].pc) | 1
			       : 0;
	if (!dr_machine.stack)
		return 0;
	struct bytes b = {dr_mix(0, f->low), DR_SPIN_STACK};
	for (unsigned i = 0; i < sizeof dr_machine.saved / sizeof *dr_machine.saved; i++)
		b.hash = dr_mix(b.hash, dr_machine.saved[i]);
	add(&b, f->low, t->stack_top - f->low);
	return b.left ? b.hash | 1 : 0;
}

/* What callers may have given away the address of. */
static void add_callers(struct bytes *b, const struct dr_thread *t, uint32_t depth, uint64_t from)
{
	for (uint32_t above; (above = caller_of(t, depth)) != DR_FRAMES; depth = above) {
		const struct dr_live_frame *f = frame_of(t, above);
		if (f->low < from) /* of another stack: nothing is known */
			b->left = 0;
		else
			add(b, from, f->low - from);
		add_slots(b, f);
		from = f->high;
	}
	if (from > t->stack_top)
		b->left = 0;
	else
		add(b, from, t->stack_top - from);
}

/*
 * `frame`: of the function that calls; `values`, `kept`: hashes of the place in it and of what is live before the
 * instruction there, and after it (struct dr_live_frame); then the address and size of each of its variables in memory.
 */
DR_ENTER(__drista_live);
DR_ENTERED void __drista_live_entered(uint64_t frame, uint64_t values, uint64_t kept, uint64_t slots, ...);
DR_ENTERED void __drista_live_entered(uint64_t frame, uint64_t values, uint64_t kept, uint64_t slots, ...)
{
	struct dr_thread *t = dr_self;
	if (!t || dr_sight != DR_SEES_ALL)
		return;
	uint32_t depth = t->callstack.depth - 1;
	t->live = NULL;
	if (depth >= DR_FRAMES || slots > DR_LIVE_SLOTS)
		return;
	const struct dr_frame_entry *entry = &t->callstack.frames[depth];
	/* Between the entry and here the function may only have put arguments of calls below. */
	uint64_t low = entry->sp + 16;
	if (entry->frame != frame || frame < low || frame + 16 > t->stack_top)
		return;
	struct dr_live_frame *f = frame_of(t, depth);
	f->low = low;
	f->high = frame + 16; /* above its return address, or its saved link register */
	if (f->activation != entry->activation) {
		f->context = context_of(t, depth, f);
		f->activation = entry->activation;
	}
	uint64_t place = dr_mix(entry->function, low);
	f->values = dr_mix(values, place);
	f->kept = dr_mix(kept, place);
	f->slots = (uint32_t)slots;
	va_list list;
	va_start(list, slots);
	for (uint32_t i = 0; i < f->slots; i++) {
		f->slot[i].address = va_arg(list, uint64_t);
		f->slot[i].size = va_arg(list, uint64_t);
	}
	va_end(list);
	struct bytes b = {dr_mix(f->context, f->values), DR_SPIN_STACK};
	add_slots(&b, f);
	add_callers(&b, t, depth, f->high);
	b.hash = dr_mix(b.hash, t->clock_showed ^ (uint64_t)t->cancel_disabled << 63);
	f->fingerprint = b.left && f->context ? b.hash | 1 : 0;
	f->happened = t->happened;
	t->live = f;
}

uint64_t dr_live_fingerprint(void)
{
	const struct dr_live_frame *f = dr_self->live;
	if (!f || f->happened != dr_self->happened || !f->fingerprint)
		return 0;
	return dr_with_stores(f->fingerprint, dr_self->stores);
}

uint64_t dr_live_contexts(const struct dr_thread *t)
{
	uint64_t hash = 0;
	for (uint32_t depth = 0; depth < t->callstack.depth && depth < DR_FRAMES; depth++)
		if (has_announced(t, depth))
			hash = dr_mix(hash, frame_of(t, depth)->context);
	return hash;
}
