/*
 * The fingerprint of a thread is made where its state is announced, and holds up to its next event if the thread stores
 * nothing in between: only the thread itself acts there, and what it does follows from that state. (If a function that
 * announces nothing stores something before the event, memory was another one at the announcement, which the number of
 * stores at the event does not show.) Where the stack has much to look at, the fingerprint is made at the event, if the
 * function that announced its state goes there directly.
 *
 * It consists of the live values of the innermost frame, of all bytes of the stack that functions may have the address
 * of (local variables in memory, and the whole of frames about which nothing was announced), and of a context. That
 * stands for what callers keep in callee-saved registers, which the function or one that it called may have put on the
 * stack:
 * - If the caller is the frame above, and has announced its state before this call: what it needs after the call, and
 *   its own context.
 * - Otherwise the registers and all bytes of the stack, as they are when the context is first asked for in this call.
 *   They are fixed for the rest of it, so a loop in this function or in one that it calls is recognised. A loop of a
 *   caller is recognised if they are equal.
 */
#include "thread-state/liveness.h"
#include "fiber/fiber.h"
#include "thread-state/fingerprint.h"
#include "thread-state/local-state.h"
#include "thread-state/spin.h"

#include <stdarg.h>

/* So many bytes are looked at whenever a state is announced, and none of them if there are more: a program may do that
 * often without coming to an event. Each frame counts as so many. */
#define AT_ONCE 4096u
#define FRAME 64u

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

int dr_live_is_optimised(const struct dr_thread *t, uint32_t depth)
{
	return has_announced(t, depth) && frame_of(t, depth)->optimised;
}

int dr_live_is_once(const struct dr_thread *t, uint32_t depth)
{
	return has_announced(t, depth) && frame_of(t, depth)->once;
}

/* Works out the contexts of the function at the depth and of its callers, as far as they are not known; `left`: how
 * many bytes may be looked at for one. */
static uint64_t context_of(const struct dr_thread *t, uint32_t depth, uint64_t left)
{
	/* From the outermost one whose caller's context is of use to it. */
	uint32_t from = depth;
	while (!frame_of(t, from)->context && from > 0 && left >= FRAME && has_announced(t, from - 1) &&
		frame_of(t, from - 1)->low == frame_of(t, from)->high)
		from--, left -= FRAME;
	if (!frame_of(t, from)->context) {
		struct bytes b = {dr_mix(0, dr_machine.stack), dr_machine.stack ? left : 0};
		for (unsigned i = 0; i < sizeof dr_machine.saved / sizeof *dr_machine.saved; i++)
			b.hash = dr_mix(b.hash, dr_machine.saved[i]);
		add(&b, dr_machine.stack, t->stack_top - dr_machine.stack);
		if (!b.left)
			return 0;
		frame_of(t, from)->context = b.hash | 1;
	}
	for (; from < depth; from++) {
		/* `kept` says which call it is, also where the compiler has made several calls of it. */
		const struct dr_live_frame *caller = frame_of(t, from);
		frame_of(t, from + 1)->context = dr_mix(caller->context, caller->kept) | 1;
	}
	return frame_of(t, depth)->context;
}

/* What callers may have given away the address of. */
static void add_callers(struct bytes *b, const struct dr_thread *t, uint32_t depth, uint64_t from)
{
	while (depth-- > 0 && b->left >= FRAME) {
		b->left -= FRAME;
		if (!has_announced(t, depth))
			continue;
		const struct dr_live_frame *f = frame_of(t, depth);
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

/* The fingerprint, without what the thread has stored; 0: there is more to look at than `left` bytes. */
static uint64_t of_frame(const struct dr_thread *t, const struct dr_live_frame *f, uint64_t left)
{
	uint32_t depth = (uint32_t)(f - frame_of(t, 0));
	uint64_t context = context_of(t, depth, left);
	struct bytes b = {dr_mix(context, f->values), context ? left : 0};
	add_slots(&b, f);
	add_callers(&b, t, depth, f->high);
	return b.left ? dr_mix_apart(b.hash, t) | 1 : 0;
}

/* Does a function in the call stack have arguments that are not announced? Nobody changes them during the call, so
 * loops in it are recognised without them. Its state as such is not known. */
static int has_variadic(const struct dr_thread *t)
{
	for (uint32_t depth = 0; depth < t->callstack.depth && depth < DR_FRAMES; depth++)
		if (has_announced(t, depth) && frame_of(t, depth)->variadic)
			return 1;
	return 0;
}

/*
 * `frame`: of the function that calls; `values`, `kept`: hashes of the place in it and of what is live before the
 * instruction there, and after it (struct dr_live_frame); then the address and size of each of its variables in memory.
 */
static void announce(uint64_t frame, uint64_t values, uint64_t kept, uint64_t described, va_list list)
{
	uint32_t slots = (uint32_t)described;
	struct dr_thread *t = dr_self;
	if (!t || dr_visibility != DR_SEES_ALL)
		return;
	uint32_t depth = t->callstack.depth - 1;
	t->state.live = NULL;
	if (depth >= DR_FRAMES || slots > DR_LIVE_SLOTS)
		return;
	const struct dr_frame_entry *entry = &t->callstack.frames[depth];
	/* Between the entry and here the function may only have put arguments of calls below. */
	uint64_t low = entry->sp + 16;
	struct dr_live_frame *f = frame_of(t, depth);
	if (entry->frame != frame || frame < low || frame + 16 > t->stack_top) {
		f->activation = 0; /* what it said before is not so any more */
		return;
	}
	f->low = low;
	f->high = frame + 16; /* above its return address, or its saved link register */
	if (f->activation != entry->activation) {
		f->context = 0;
		f->activation = entry->activation;
	}
	uint64_t place = dr_mix(entry->function, low);
	f->values = dr_mix(values, place);
	f->kept = dr_mix(kept, place);
	f->slots = slots;
	f->optimised = (described & DR_LIVE_OPTIMISED) != 0;
	f->once = (described & DR_LIVE_ONCE) != 0;
	f->variadic = (described & DR_LIVE_VARIADIC) != 0;
	for (uint32_t i = 0; i < f->slots; i++) {
		f->slot[i].address = va_arg(list, uint64_t);
		f->slot[i].size = va_arg(list, uint64_t);
	}
	f->fingerprint = of_frame(t, f, AT_ONCE);
	f->happened = t->happened;
	dr_settle();
	f->stores = t->stores;
	t->state.live = f;
	/* How often a loop may still go round (--tune unroll) is in a register that is not announced. */
	if (dr_local_on && f->fingerprint && !dr_schedule.unroll && !has_variadic(t))
		dr_local_capture_live(f->fingerprint);
}

DR_ENTER(__drista_live);
DR_ENTERED void __drista_live_entered(uint64_t frame, uint64_t values, uint64_t kept, uint64_t described, ...);
DR_ENTERED void __drista_live_entered(uint64_t frame, uint64_t values, uint64_t kept, uint64_t described, ...)
{
	va_list list;
	va_start(list, described);
	announce(frame, values, kept, described, list);
	va_end(list);
	dr_wipe_stack();
}

/* Has the function that announced the state called the one that asks for the fingerprint? Then nothing has changed. */
static int is_direct(const struct dr_live_frame *f)
{
	return dr_machine.stack <= f->low && f->low - dr_machine.stack <= sizeof(void *);
}

uint64_t dr_live_fingerprint(void)
{
	const struct dr_thread *t = dr_self;
	const struct dr_live_frame *f = t->state.live;
	if (!f || f->happened != t->happened || f->stores != t->stores)
		return 0;
	return f->fingerprint ? f->fingerprint : is_direct(f) ? of_frame(t, f, DR_SPIN_STACK) : 0;
}

uint64_t dr_live_contexts(const struct dr_thread *t)
{
	uint64_t hash = 0;
	for (uint32_t depth = 0; depth < t->callstack.depth && depth < DR_FRAMES; depth++)
		if (has_announced(t, depth))
			hash = dr_mix(hash, frame_of(t, depth)->context);
	return hash;
}
