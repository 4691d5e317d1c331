/*
 * The call stack of each thread. A call and a return are a push and a pop; only an event asks for the stack's
 * number, and each frame remembers it, so that a loop of events in one function asks once.
 */
#include "core/internal.h"
#include "core/callstack.h"
#include "fiber/fiber.h"
#include "core/traces.h"

#include <sys/mman.h>

static DR_HOT struct dr_frame_entry *frames; /* DR_FRAMES for each thread number */

void *dr_frames_map(size_t size, const char *what)
{
	size *= (size_t)DR_FRAMES * DR_THREADS;
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		dr_fatal(what);
	madvise(p, size, MADV_NOHUGEPAGE);
	return p;
}

void dr_callstack_open(void)
{
	frames = dr_frames_map(sizeof *frames, "cannot map the call stacks");
}

DR_EXPORT void __tsan_func_entry(void *pc);
DR_EXPORT void __tsan_func_exit(void);

void __tsan_func_entry(void *pc)
{
	struct dr_thread *t = dr_self;
	if (!t)
		return;
	struct dr_callstack *c = &t->callstack;
	uint64_t sp = (uint64_t)__builtin_frame_address(0);
	if (__builtin_expect(sp < t->stack_limit, 0) && dr_stack_is_below(t->number, sp, sp))
		dr_stack_overflow(sp, DR_SITE);
	if (!c->frames)
		c->frames = frames + (size_t)DR_FRAMES * t->number;
	if (c->depth >= DR_FRAMES) {
		c->depth++;
		return;
	}
	/* longjmp leaves functions without a return: their frames are not above this one. */
	while (c->depth && c->frames[c->depth - 1].sp <= sp)
		c->depth--;
	c->frames[c->depth++] = (struct dr_frame_entry){
		.pc = (uint64_t)pc,
		.sp = sp,
		.function = (uint64_t)DR_SITE,
		.frame = *(const uint64_t *)sp,
		.activation = ++c->calls,
	};
	dr_leave_no_trace();
}

void __tsan_func_exit(void)
{
	struct dr_thread *t = dr_self;
	/* What the function has written to its own variables is gone once it has returned. */
	if (t && __builtin_expect(t->writes.count, 0))
		dr_settle_now();
	if (t && t->callstack.depth)
		t->callstack.depth--;
	dr_leave_no_trace();
}

void dr_callstack_clear(void)
{
	dr_self->callstack.depth = 0;
}

uint32_t dr_callstack(struct dr_thread *t)
{
	struct dr_callstack *c = &t->callstack;
	uint32_t top = c->depth < DR_FRAMES ? c->depth : DR_FRAMES, known = top;
	while (known && !c->frames[known - 1].stack)
		known--;
	uint32_t stack = known ? c->frames[known - 1].stack : 0;
	for (; known < top; known++) {
		if (!dr_ours(c->frames[known].pc)) /* what starts main and threads is no frame of the program */
			stack = dr_stack_intern(c->frames[known].pc, stack);
		c->frames[known].stack = stack;
	}
	return stack;
}
