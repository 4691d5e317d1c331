/*
 * Called before main, when libc is initialised and constructors have run. With a scheduler (DRISTA_FD) the process
 * becomes a server of runs; without one the program runs once under the runtime's own policy.
 */
#include "server/blocked.h"
#include "server/entry.h"
#include "effects/intercept.h"
#include "fiber/fiber.h"
#include "thread-state/liveness.h"
#include "shadow/heap.h"
#include "server/hand-over.h"
#include "core/launch.h"
#include "memory/ended-stacks.h"
#include "memory/static-data.h"
#include "pthread/life.h"
#include "core/callstack.h"
#include "core/log.h"
#include "prim/real.h"
#include "core/schedule.h"
#include "server/server.h"
#include "shadow/shadow.h"
#include "server/snapshot.h"
#include "libc/override.h"
#include "effects/announce.h"
#include "io/crash.h"
#include "io/offsets.h"
#include "io/streams.h"
#include "symbolic/locale.h"
#include "io/outside.h"
#include "symbolic/symbolic.h"

#include <execinfo.h>
#include <stdlib.h>

static int (*program_main)(int, char **, char **);
static int program_argc;
static char **program_argv, **program_envp;

static void in_main(void)
{
	dr_crash_main();
	dr_outside_main();
	dr_symbolic_locale("main, in another locale than \"C\",", (const char *)program_main + 1);
	dr_symbolic_main_begins((const void *)program_main);
	dr_stack_clear_below();
	int code = program_main(program_argc, program_argv, program_envp);
	dr_symbolic_main_returns((const void *)program_main, code);
	dr_stack_over((const char *)program_main + 1);
	dr_entry_exit(code);
}

void dr_entry_exit(int code)
{
	/* Exit handlers run below the part of the stack that must not be overwritten. */
	volatile char *unused = __builtin_alloca(dr_stack_read_depth() + 1);
	*unused = 0;
	dr_stack_used_again((uint64_t)unused);
	dr_exit(code, NULL);
}

void dr_entry_run(void)
{
	dr_streams_before_main();
	dr_crash_begin();
	dr_outside_begin(program_argc, program_argv, (const void *)program_main);
	dr_fiber[0].tcb = dr_switch_tcb();
	dr_life_ready(0, (void *(*)(void *))(void *)program_main, NULL, in_main);
	dr_schedule_switch(&dr_thread[0]);
}

static enum dr_visibility visibility(void)
{
	const char *text = dr_launch.sees;
	return !text ? DR_SEES_ALL : *text == 'c' ? DR_SEES_CALLS : *text == 'w' ? DR_SEES_WRITES : DR_SEES_ALL;
}

static int before_main(int argc, char **argv, char **envp)
{
	program_argc = argc;
	program_argv = argv;
	program_envp = envp;
	dr_visibility = visibility();
	/* What libc allocates when it does not find a function depends on the length of the program's name. The
	 * addresses of the program's blocks must not, so this goes to another arena. */
	dr_arena = DR_ARENA_COUNT - 1;
	dr_override();
	dr_intercept();
	dr_switch_init();
	void *frame[1];
	backtrace(frame, 1); /* makes libc load the unwinder, which pthread_exit needs, now rather than in a run */
	dr_once_of_libraries();
	dr_shared_bind();
	dr_real_bind();
	dr_arena = 0;
	dr_crash_init();
	dr_heap_open();
	dr_callstack_open();
	dr_live_frames_open();
	dr_log_open();
	dr_shadow_open();
	dr_static_data_find();
	dr_blocked_init();
	if (!dr_stack_map(0, DR_STACK_SIZE))
		dr_fatal("cannot map the stack of main");
	dr_thread_stack(0, DR_STACK_SIZE, 0);
	dr_fiber[0].entry = (char *)dr_stack_end(0) - DR_STACK_MARGIN;
	/* A run that crashes changes files from its beginning on. */
	dr_snapshots_open(dr_crashes() ? "none" : dr_launch.snapshots);
	dr_offsets_note();
	if (dr_launch.socket >= 0)
		dr_server(dr_launch.socket); /* returns only in the process of a run */
	else {
		dr_standalone = 1;
		dr_override_standalone();
		dr_log_reset();
	}
	dr_entry_run();
	__builtin_unreachable();
}

static int enforced_main(int argc, char **argv, char **envp)
{
	dr_enforcer->start();
	return program_main(argc, argv, envp);
}

DR_EXPORT int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void),
	void (*fini)(void), void (*rtld_fini)(void), void *stack_end);

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void), void (*fini)(void),
	void (*rtld_fini)(void), void *stack_end)
{
	program_main = main;
	if (dr_enforcer)
		return dr_real.libc_start_main(enforced_main, argc, argv, init, fini, rtld_fini, stack_end);
	/* The stack protector's canary is random, but a thread's fingerprint (spin.c) must be the same in every server.
	 * No frame has the canary yet. */
	__asm__ volatile("movq %0, %%fs:0x28" : : "r"(0x5ca1ab1e0ddba100ul));
	dr_exit_init();
	return dr_real.libc_start_main(before_main, argc, argv, init, fini, rtld_fini, stack_end);
}
