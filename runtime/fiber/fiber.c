/* The threads of the program as fibers: begin, switch, end. */
#include "fiber/fiber.h"
#include "thread-state/local-state.h"
#include "fiber/x87.h"
#include "core/log.h"
#include "server/entry.h"
#include "pthread/mutex.h"
#include "pthread/signals.h"
#include "pthread/try-join.h"
#include "core/schedule.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

DR_PAGED struct dr_thread dr_thread[DR_THREADS];
DR_PAGED struct dr_fiber dr_fiber[DR_THREADS];
DR_HOT struct dr_thread *dr_self;
DR_HOT unsigned dr_arena;

/* libc's function for pthread_cleanup_push: pthread_exit unwinds to here, running destructors and clean-up handlers. */
extern int __sigsetjmp(struct __jmp_buf_tag *, int) __attribute__((returns_twice));

__attribute__((noinline)) void dr_stack_clear_below(void)
{
	char below[4096];
	memset(below, 0, sizeof below);
	__asm__ volatile("" ::"r"(below) : "memory");
}

static void *call(const struct dr_fiber *f)
{
	dr_stack_clear_below();
	void *result = f->routine(f->argument);
	return f->returns_int ? (void *)(long)(int)(long)result : result;
}

static void run(void)
{
	struct dr_event begin = dr_event_at(DR_BEGIN, NULL);
	begin.object = (uint64_t)dr_self->fiber->routine;
	begin.value.lo = (uint64_t)dr_self->fiber->argument;
	dr_local_begin(dr_self);
	dr_happened(&begin);
	dr_thread_uses_stack(dr_self->fiber);

	/* Not on the stack: it holds addresses that libc mangles with a random number, and the fingerprint of a thread
	 * (spin.c) must be the same in every server. */
	static DR_PAGED __pthread_unwind_buf_t unwinding_of[DR_THREADS];
	__pthread_unwind_buf_t *unwinding = &unwinding_of[dr_self->number];
	if (__sigsetjmp((struct __jmp_buf_tag *)(void *)unwinding->__cancel_jmp_buf, 0) == 0) {
		__pthread_register_cancel(unwinding);
		if (dr_self->number == 0)
			dr_entry_main();
		dr_self->fiber->result = call(dr_self->fiber);
		__pthread_unregister_cancel(&unwinding_of[dr_self->number]);
	}
	dr_self->ending = 1;
	dr_destructors_run(dr_self->fiber);
	dr_keys_run(dr_self->number);
	dr_mutexes_die();
	dr_thread_uses_stack(dr_self->fiber);
	dr_stack_over();
	dr_try_join_ends();
	struct dr_event end = dr_event_at(DR_END, NULL);
	end.value.lo = (uint64_t)dr_self->fiber->result;
	end.op = dr_self->number == 0;
	dr_happened(&end);
	dr_self->fiber->ended = 1;
	if (dr_self->number == 0)
		dr_main_stays();
	dr_fiber_leave(DR_ENDED);
}

void dr_fiber_leave(enum dr_state how)
{
	dr_settle();
	dr_self->fiber->state = how;
	dr_log->thread[dr_self->number].handles = 0;
	dr_schedule_next();
	__builtin_unreachable();
}

void dr_fiber_ready(unsigned number, void *(*routine)(void *), void *argument)
{
	struct dr_thread *t = &dr_thread[number];
	struct dr_fiber *f = &dr_fiber[number];
	t->number = (uint16_t)number;
	t->fiber = f;
	t->stack_top = dr_stack_top(number);
	f->routine = routine;
	f->argument = argument;
	f->state = DR_RUNNABLE;
	t->blocked_signals = dr_self ? dr_self->blocked_signals : 0;
	t->raised = dr_x87_raised();
	f->sp = dr_switch_prepare((void *)t->stack_top, run);
}

static DR_HOT void *outside; /* the saved stack pointer of the code outside all fibers, while a fiber runs */

void dr_fiber_switch(struct dr_thread *to)
{
	void **save = dr_self ? &dr_self->fiber->sp : &outside;
	if (dr_schedule.flags & DR_RAISED_READ)
		dr_x87_switch(dr_self, to);
	dr_self = to;
	dr_arena = to->number;
	dr_signals_switch(to);
	dr_switch(save, to->fiber->sp, to->fiber->tcb);
}

void dr_fiber_out(void)
{
	static DR_HOT void
		*unused; /* in the section that every run writes, since each further page costs time (pages.h) */
	dr_self = NULL;
	dr_switch(&unused, outside, dr_fiber[0].tcb);
	__builtin_unreachable();
}

const char *dr_thread_text(const struct dr_thread *t, char text[16])
{
	if (!t || t->number == 0)
		return "main";
	snprintf(text, 16, "thread %u", t->number);
	return text;
}

struct dr_thread *dr_thread_of(pthread_t id)
{
	uint64_t n = ((uint64_t)id - DR_STACKS_BASE) >> DR_STACK_SHIFT;
	if ((uint64_t)id == dr_fiber[0].tcb)
		n = 0;
	if (n >= DR_THREADS || dr_fiber[n].state == DR_ABSENT || dr_fiber[n].tcb != (uint64_t)id)
		return NULL;
	return &dr_thread[n];
}
