/*
 * Sends the RESULT of a run (protocol.h): the contents of the log and of the table of conflicts after the run, however
 * it has ended.
 */
#include "server/result.h"
#include "shadow/shadow.h"
#include "server/frames.h"
#include "core/log.h"
#include "server/rollback.h"

/* A limit may stop the run between an announcement of plain writes and the writes. In another run they may happen. */
static void withdraw(void)
{
	uint32_t status = dr_log->status;
	if (status == DR_CUT || status == DR_TIME || status == DR_FULL || status == DR_KILLED)
		dr_log_withdraw();
}

void dr_result_send(int wait_status)
{
	const char *note = dr_rollback_note();
	if (note)
		dr_log_note(note);
	withdraw();
	dr_log_pending();
	struct dr_result r = {
		.status = dr_log->status,
		.wait_status = (uint32_t)wait_status,
		.followed = dr_log->followed,
		.text = dr_log->text,
		.events = dr_log->events,
		.stacks = dr_log->stacks,
		.conflicts = dr_shadow->conflict_count,
		.strings = dr_log->strings,
		.threads = dr_log->threads,
		.notes = dr_log->notes,
		.symbolics = dr_log->symbolics,
	};
	struct iovec part[] = {
		{NULL, 8},
		{&r, sizeof r},
		{dr_log->event, r.events * sizeof *dr_log->event},
		{dr_log->stack, r.stacks * sizeof *dr_log->stack},
		{dr_shadow->conflicts, r.conflicts * sizeof *dr_shadow->conflicts},
		{dr_log->symbolic, r.symbolics * sizeof *dr_log->symbolic},
		{dr_log->string, r.strings},
	};
	size_t length = 0;
	for (unsigned i = 1; i < sizeof part / sizeof *part; i++)
		length += part[i].iov_len;
	uint32_t head[] = {(uint32_t)length, DR_RESULT};
	part[0].iov_base = head;
	dr_frame_write(part, sizeof part / sizeof *part);
}
