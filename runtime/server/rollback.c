/* Runs in the server's own process (rollback.h). */
#include "server/rollback.h"
#include "server/entry.h"
#include "fiber/fiber.h"
#include "server/other-activity.h"
#include "server/pages.h"
#include "server/registers.h"
#include "server/snapshot.h"
#include "server/trap.h"

#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>

#define TICK 100000 /* microseconds of processor time */
#define TICKS 3u /* of one run; a fork costs less than a hundredth of it */
#define LONG_RUNS \
	8u /* long runs in a row, after which processes are used. The first runs are slower, since they save pages \
	      that later ones find writable */
#define ALONE 16u /* repeated runs, after which processes are used */

/* In memory that is not restored. */
struct rollback {
	volatile char gate;
	int rolling, ended, never, told;
	unsigned ticks;
	unsigned long_runs,
		alone; /* long runs in a row; runs that were repeated as processes, less those that were not */
	uint64_t began; /* the processor time at the beginning, in nanoseconds */
	char note[256];
};
static DR_HOT struct rollback *state; /* read in every run */

int dr_rolling(void)
{
	return state && state->rolling;
}

static void never(const char *why)
{
	state->never = 1;
	snprintf(state->note, sizeof state->note, "processes: %s", why);
}

void dr_rollback_late(void)
{
	if (dr_rolling() && state->ticks >= TICKS)
		dr_rollback_elsewhere("its runs take long");
}

/* Has no effect inside the runtime, whose tables all runs share. */
static void tick(int signal_number, siginfo_t *info, void *context)
{
	(void)signal_number, (void)info;
	state->ticks++;
	if (!dr_ours((uint64_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP]))
		dr_rollback_late();
}

static const char *start_clock(void)
{
	struct sigaction old,
		action = {.sa_sigaction = tick, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART};
	if (sigaction(SIGPROF, NULL, &old) != 0 || old.sa_handler != SIG_DFL)
		return "it handles signals";
	sigaction(SIGPROF, &action, NULL);
	struct itimerval every = {{0, TICK}, {0, TICK}};
	dr_kernel(SYS_setitimer, ITIMER_PROF, (long)&every, 0, 0, 0, 0);
	return NULL;
}

static const char *hindrance(void)
{
	if (!dr_switch_fast)
		return "threads of this machine are switched by calls of the kernel";
	if (!dr_registers_open())
		return "this processor does not save its registers by instructions";
	const char *why = dr_other_activity();
	if (!why)
		why = dr_trap_init(&state->gate);
	return why ? why : start_clock();
}

static void open_state(void)
{
	state = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (state == MAP_FAILED)
		dr_fatal("no memory for the state of runs");
	dr_pages_exclude(state, sizeof *state);
	const char *why = hindrance();
	if (why)
		never(why);
}

int dr_rollback_ready(void)
{
	if (!state)
		open_state();
	const char *why = state->never ? NULL : dr_pages_watch();
	if (why)
		never(why);
	return !state->never;
}

static uint64_t processor_time(void)
{
	struct timespec t;
	dr_kernel(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, (long)&t, 0, 0, 0, 0);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

int dr_rollback_run(void)
{
	state->ended = 0;
	state->began = processor_time();
	state->ticks = 0;
	state->rolling = 1;
	dr_trap_set(DR_TRAP_SHUT);
	dr_registers_keep();
	dr_entry_run();
	dr_registers_put_back();
	return state->ended;
}

static void stop_clock(void)
{
	struct itimerval none = {{0, 0}, {0, 0}};
	dr_kernel(SYS_setitimer, ITIMER_PROF, (long)&none, 0, 0, 0, 0);
	dr_trap_default(SIGPROF);
}

/* Decides whether processes are faster. They can begin in the middle of long runs (snapshot.h). */
static void weigh(void)
{
	int was_long = state->ended && processor_time() - state->began >= DR_SNAPSHOT_LONG;
	state->long_runs = was_long ? state->long_runs + 1 : 0;
	if (!state->ended)
		state->alone++;
	else if (state->alone)
		state->alone--;
	if (state->long_runs == LONG_RUNS)
		never("its runs take long");
	else if (state->alone == ALONE)
		never("most of its runs crash");
}

void dr_rollback_undo(void)
{
	dr_pages_restore();
	if (!state->never)
		weigh();
	if (!state->never)
		return;
	dr_pages_forget();
	dr_trap_end();
	stop_clock();
}

void dr_rollback_forget(void)
{
	dr_pages_forget();
}

void dr_rollback_child(void)
{
	if (!state || state->never)
		return;
	dr_trap_end();
	dr_trap_default(SIGPROF);
	dr_pages_forget();
}

const char *dr_rollback_note(void)
{
	if (!state || !state->never || state->told)
		return NULL;
	state->told = 1;
	return state->note;
}

static _Noreturn void back_to_server(int ended)
{
	dr_trap_open();
	state->ended = ended;
	state->rolling =
		0; /* if the run has overwritten the server's stack, the server crashes from here on and ends */
	dr_self = NULL;
	dr_fiber_out();
}

void dr_rollback_end(void)
{
	back_to_server(1);
}

void dr_rollback_elsewhere(const char *why)
{
	dr_trap_open();
	if (why)
		never(why);
	back_to_server(0);
}

void dr_rollback_calls(const char *name, long number)
{
	char text[128];
	if (name)
		snprintf(text, sizeof text, "it calls %s, and what that does in the kernel could not be undone", name);
	else
		snprintf(text, sizeof text,
			"it makes system call %ld, and what that does in the kernel could not be undone", number);
	dr_rollback_elsewhere(text);
}

void dr_rollback_give_up(const char *why)
{
	if (dr_rolling())
		dr_rollback_elsewhere(why);
}
