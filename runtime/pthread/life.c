/* The life of a thread (life.h). */
#include "pthread/life.h"
#include "core/callstack.h"
#include "core/hooks.h"
#include "core/schedule.h"
#include "fiber/fiber.h"
#include "memory/ended-stacks.h"
#include "pthread/mutex.h"
#include "pthread/thread-local.h"
#include "pthread/try-join.h"
#include "symbolic/foreign.h"
#include "symbolic/threads.h"

#include <setjmp.h>

DR_PAGED struct dr_life dr_life[DR_THREADS];

/* libc's function for pthread_cleanup_push: pthread_exit unwinds to here, running destructors and clean-up handlers. */
extern int __sigsetjmp(struct __jmp_buf_tag *, int) __attribute__((returns_twice));

static void *call(const struct dr_life *l)
{
	dr_symbolic_begins((const void *)l->routine);
	dr_stack_clear_below();
	void *result = l->routine(l->argument);
	dr_symbolic_ends((const void *)l->routine);
	return l->returns_int ? (void *)(long)(int)(long)result : result;
}

/* These are no part of run(), whose frame should be small: it is in the fingerprints of all events of the thread. */
static __attribute__((noinline)) void begin(void)
{
	struct dr_event e = dr_event_at(DR_BEGIN, NULL);
	e.object = (uint64_t)dr_life[dr_self->number].routine;
	e.value.lo = (uint64_t)dr_life[dr_self->number].argument;
	dr_hooks.begins(&e);
	dr_happened(&e);
	dr_thread_uses_stack(dr_self->number);
	dr_foreign_enters((const void *)dr_life[dr_self->number].routine);
}

static __attribute__((noinline)) _Noreturn void end(void)
{
	const struct dr_life *life = &dr_life[dr_self->number];
	dr_self->ending = 1;
	dr_callstack_clear();
	dr_foreign_leaves((const void *)life->routine);
	dr_destructors_run(dr_self->number);
	dr_keys_run(dr_self->number);
	dr_mutexes_die();
	dr_thread_uses_stack(dr_self->number);
	dr_stack_over((const char *)life->routine + 1);
	dr_try_join_ends();
	struct dr_event e = dr_event_at(DR_END, NULL);
	e.value.lo = (uint64_t)life->result;
	e.op = dr_self->number == 0;
	dr_happened(&e);
	dr_self->ended = 1;
	if (dr_self->number == 0)
		dr_main_stays();
	dr_schedule_leave(DR_ENDED);
}

static void run(void)
{
	begin();
	/* Not on the stack: it holds addresses that libc mangles with a random number, and the fingerprint of a thread
	 * (thread-state/spin.c) must be the same in every server. */
	static DR_PAGED __pthread_unwind_buf_t unwinding_of[DR_THREADS];
	__pthread_unwind_buf_t *unwinding = &unwinding_of[dr_self->number];
	if (__sigsetjmp((struct __jmp_buf_tag *)(void *)unwinding->__cancel_jmp_buf, 0) == 0) {
		__pthread_register_cancel(unwinding);
		if (dr_life[dr_self->number].main)
			dr_life[dr_self->number].main();
		dr_life[dr_self->number].result = call(&dr_life[dr_self->number]);
		__pthread_unregister_cancel(&unwinding_of[dr_self->number]);
	}
	end();
}

void dr_life_ready(unsigned number, void *(*routine)(void *), void *argument, void (*main)(void))
{
	struct dr_thread *t = &dr_thread[number];
	t->number = (uint16_t)number;
	t->stack_top = dr_stack_top(number);
	t->calls.blocked_signals = dr_self ? dr_self->calls.blocked_signals : 0;
	dr_life[number].routine = routine;
	dr_life[number].argument = argument;
	dr_life[number].main = main;
	dr_scheduled[number].state = DR_RUNNABLE;
	dr_fiber_ready(number, run);
}

struct dr_thread *dr_thread_of(pthread_t id)
{
	uint64_t n = ((uint64_t)id - DR_STACKS_BASE) >> DR_STACK_SHIFT;
	if ((uint64_t)id == dr_fiber[0].tcb)
		n = 0;
	if (n >= DR_THREADS || dr_scheduled[n].state == DR_ABSENT || dr_fiber[n].tcb != (uint64_t)id)
		return NULL;
	return &dr_thread[n];
}
