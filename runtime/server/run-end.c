/* The end of a run (run-end.h). */
#include "server/run-end.h"
#include "core/log.h"
#include "core/schedule.h"
#include "fuzz/comparisons.h"
#include "fuzz/edges.h"
#include "io/client.h"
#include "io/outside.h"
#include "memory/names.h"
#include "prim/say.h"
#include "server/leaks.h"
#include "server/process.h"
#include "server/rollback.h"
#include "server/trap.h"
#include "symbolic/atomics.h"

#include <stdio.h>

void dr_run_end(enum dr_status status)
{
	dr_trap_open();
	if (dr_schedule.flags & DR_NAMES)
		dr_names_write();
	else if (status == DR_COMPLETE && !dr_standalone) {
		dr_leaks_find();
		dr_client_end();
		dr_outside_end();
	}
	dr_edges_note();
	dr_comparisons_note();
	dr_symbolic_atomic_end();
	dr_log->status = status;
	dr_self = NULL;
	if (dr_rolling())
		dr_rollback_end();
	if (dr_standalone || (dr_schedule.flags & DR_SHOW_OUTPUT))
		fflush_unlocked(stdout);
	if (!dr_standalone) {
		dr_process_done();
		dr_leave(0);
	}
	if (status == DR_STUCK)
		dr_say("deadlock");
	dr_leave(status == DR_COMPLETE ? (int)dr_log->exit_code : 1);
}
