/*
 * The fingerprint of a thread is made where its state is announced, and holds up to its next event: between the two
 * only the thread itself acts, and what it does follows from that state.
 *
 * It consists of the live values of the innermost frame, of all bytes of the stack that functions may have the address
 * of (local variables in memory, and the whole of frames about which nothing was announced), and of a context. That
 * stands for what callers keep in callee-saved registers, which the function or one that it called may have put on the
 * stack:
 * - If the caller is the frame above and has announced its state before this call, its live values are all that
 * matters.
 * - Otherwise, if the thread has had no event since a caller announced its state, everything follows from that.
 * - Otherwise it is a number that no other call of the thread has: a loop in this function or in one that it calls can
 *   be recognised, one in its callers cannot at this event.
 */
#include "fiber/live-frames.h"
#include "fiber/fiber.h"

#include <stdarg.h>
#include <sys/mman.h>

#define BYTES 65536u /* more are not looked at, as in spin.c */

static DR_HOT struct dr_live_frame *frames; /* DR_FRAMES for each thread number, mapped but hardly ever touched */

void dr_live_frames_open(void)
{
	size_t size = sizeof *frames * DR_FRAMES * DR_THREADS;
	frames = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (frames == MAP_FAILED)
		dr_fatal("cannot map what is live in frames");
	madvise(frames, size, MADV_NOHUGEPAGE);
}

static inline uint64_t mix(uint64_t h, uint64_t word)
{
	h = (h ^ word) * 0x9e3779b97f4a7c15ul;
	return h ^ (h >> 32);
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
		b->hash = mix(b->hash, *(const uint64_t *)from);
	for (; size; from++, size--)
		b->hash = mix(b->hash, *(const uint8_t *)from);
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

/* The next caller of the frame at the depth that has announced its state; DR_FRAMES: none. */
static uint32_t caller_of(const struct dr_thread *t, uint32_t depth)
{
	while (depth-- > 0)
		if (frame_of(t, depth)->activation == t->callstack.frames[depth].activation)
			return depth;
	return DR_FRAMES;
}

static uint64_t context_of(const struct dr_thread *t, uint32_t depth, const struct dr_live_frame *f)
{
	const struct dr_frame_entry *entry = &t->callstack.frames[depth];
	uint32_t above = caller_of(t, depth);
	const struct dr_live_frame *caller = above == DR_FRAMES ? NULL : frame_of(t, above);
	if (caller && caller->low == f->high)
		return mix(mix(caller->context, caller->values), entry->pc);
	if (caller && caller->fingerprint && caller->happened == t->happened)
		return mix(caller->fingerprint, entry->pc);
	return mix(entry->activation, 1);
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

/* `frame`: of the function that calls; `values`: a hash of the place in it and of what is live there; then the address
 * and size of each of its variables in memory. */
DR_EXPORT void __drista_live(uint64_t frame, uint64_t values, uint64_t slots, ...);

void __drista_live(uint64_t frame, uint64_t values, uint64_t slots, ...)
{
	struct dr_thread *t = dr_self;
	if (!t || dr_sight != DR_SEES_ALL)
		return;
	uint64_t sp = (uint64_t)__builtin_frame_address(0) + 16;
	uint32_t depth = t->callstack.depth - 1;
	t->live = NULL;
	/* The function has its entry if it entered it with the stack as it is now. */
	if (depth >= DR_FRAMES || t->callstack.frames[depth].sp + 16 != sp || frame < sp || frame + 16 > t->stack_top ||
		slots > DR_LIVE_SLOTS)
		return;
	struct dr_live_frame *f = frame_of(t, depth);
	f->low = sp;
	f->high = frame + 16; /* above its return address, or its saved link register */
	if (f->activation != t->callstack.frames[depth].activation) {
		f->context = context_of(t, depth, f);
		f->activation = t->callstack.frames[depth].activation;
	}
	f->values = mix(mix(values, t->callstack.frames[depth].function), sp);
	f->slots = (uint32_t)slots;
	va_list list;
	va_start(list, slots);
	for (uint32_t i = 0; i < f->slots; i++) {
		f->slot[i].address = va_arg(list, uint64_t);
		f->slot[i].size = va_arg(list, uint64_t);
	}
	va_end(list);
	struct bytes b = {mix(f->context, f->values), BYTES};
	add_slots(&b, f);
	add_callers(&b, t, depth, f->high);
	b.hash = mix(b.hash, t->clock_showed ^ (uint64_t)t->cancel_disabled << 63);
	f->fingerprint = b.left ? b.hash | 1 : 0;
	f->happened = t->happened;
	t->live = f;
}

/* One store changes a fingerprint so (spin.c). */
#define STORE 0x9e3779b97f4a7c15ul

uint64_t dr_live_fingerprint(void)
{
	const struct dr_live_frame *f = dr_self->live;
	if (!f || f->happened != dr_self->happened || !f->fingerprint)
		return 0;
	uint64_t fingerprint = f->fingerprint ^ dr_self->stores * STORE;
	return fingerprint ? fingerprint : 1;
}
