/* Who observes what happens in a run, and who answers for lower folders (core/hooks.h). */
#include "core/hooks.h"
#include "io/mapped.h"
#include "io/outside.h"
#include "libc/random.h"
#include "libstdc++/exception.h"
#include "memory/births.h"
#include "memory/names.h"
#include "memory/plain.h"
#include "pthread/clock.h"
#include "pthread/section.h"
#include "pthread/signals.h"
#include "server/entry.h"
#include "server/rollback.h"
#include "server/run-end.h"
#include "server/snapshot.h"
#include "shadow/shadow.h"
#include "symbolic/atomics.h"
#include "symbolic/symbolic.h"
#include "thread-state/local-state.h"
#include "thread-state/spin.h"

const struct dr_hooks dr_hooks = {
	.begins = dr_local_begin,
	.waits = {dr_births_wait, dr_state_waits},
	.records = dr_births_record,
	.happened = {dr_local_happened, dr_context_happened},
	.names = dr_names_add,
	.settles = dr_promoted_settle,
	.switches = dr_signals_switch,
	.created = dr_random_created,
	.steps = dr_snapshot_consider,
	.takes_long = dr_rollback_late,
	.gives_up = dr_rollback_give_up,
	.stops = dr_run_end,
	.exits = dr_entry_exit,
	.accesses = dr_symbolic_accesses,
	.plain_reads = dr_symbolic_plain_reads,
	.gives = dr_symbolic_gives,
	.patches = dr_promoted_patch,
	.plain_writes = dr_symbolic_atomic_writes,
	.moves = dr_symbolic_move,
	.unseen_returns = dr_outside_after_unseen,
	.section_begins = dr_section_lock,
	.section_ends = dr_section_unlock,
	.first_address = dr_mapped_first,
	.states = {{"clock", dr_clock_state}, {"random", dr_random_state}, {"rethrown", dr_exception_state}},
};
