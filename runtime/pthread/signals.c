/*
 * Signals that one thread sends with pthread_kill and another, which has them blocked, takes with sigwait. A semaphore
 * of each thread represents its pending signal. If two signals were pending for one thread, the order would decide
 * which is lost (signals are not counted) and which comes first, so a second one is unsupported. So are handlers, which
 * run between any two steps.
 */
#include "memory/plain.h"
#include "core/schedule.h"
#include "pthread/life.h"
#include "prim/syscall.h"
#include "pthread/sem.h"
#include "pthread/signals.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>

static sem_t signal_to_thread[DR_THREADS];
static int sent[DR_THREADS];

static DR_HOT int recorded;
static DR_HOT uint64_t kernels; /* the mask that the kernel has */

static uint64_t mask_now(void)
{
	uint64_t now = 0;
	dr_kernel(SYS_rt_sigprocmask, SIG_BLOCK, 0, (long)&now, sizeof now, 0, 0);
	return now;
}

void dr_signals_begin(void)
{
	if (!dr_self || recorded)
		return;
	uint64_t now = mask_now();
	for (unsigned t = 0; t < DR_THREADS; t++)
		if (dr_scheduled[t].state != DR_ABSENT)
			dr_thread[t].calls.blocked_signals = now;
	kernels = now;
	recorded = 1;
}

void dr_signals_changed(void)
{
	if (dr_self)
		dr_self->calls.blocked_signals = kernels = mask_now();
}

void dr_signals_switch(const struct dr_thread *t)
{
	if (__builtin_expect(!recorded, 1) || t->calls.blocked_signals == kernels)
		return;
	kernels = t->calls.blocked_signals;
	dr_kernel(SYS_rt_sigprocmask, SIG_SETMASK, (long)&kernels, 0, sizeof kernels, 0, 0);
}

static int blocks(const struct dr_thread *t, int signal_number)
{
	dr_signals_begin();
	return t->calls.blocked_signals >> (signal_number - 1) & 1;
}

DR_EXPORT int pthread_kill(pthread_t id, int signal_number)
{
	const struct dr_thread *t = dr_thread_of(id);
	if (!t || dr_life[t->number].was_joined)
		return ESRCH;
	if (signal_number == 0) /* asks whether the thread exists */
		return 0;
	if (signal_number < 0 || signal_number >= NSIG)
		return EINVAL;
	if (!dr_self || !blocks(t, signal_number))
		dr_unsupported("pthread_kill with a signal that is not blocked");
	if (sent[t->number])
		dr_unsupported("pthread_kill with a second signal for the same thread");
	sent[t->number] = signal_number;
	dr_sem_post(&signal_to_thread[t->number], DR_SITE);
	return 0;
}

DR_EXPORT int sigwait(const sigset_t *set, int *signal_number)
{
	if (!dr_self)
		dr_unsupported("sigwait before main");
	dr_plain_range(set, sizeof *set, DR_READS, DR_SITE);
	unsigned self = dr_self->number;
	dr_sem_wait(&signal_to_thread[self], 0, DR_SITE);
	if (sigismember(set, sent[self]) != 1)
		dr_unsupported("sigwait without the signal that was sent");
	dr_plain_range(signal_number, sizeof *signal_number, DR_WRITES, DR_SITE);
	*signal_number = sent[self];
	return 0;
}
