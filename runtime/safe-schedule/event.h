/* The bodies of functions that an enforced schedule makes one event. */
#ifndef DRISTA_ENFORCE_EVENT_H
#define DRISTA_ENFORCE_EVENT_H

#include "safe-schedule/enforce.h"

#include <errno.h>

/* Performs `call` as the event of the kind on the object; its result is `result`. */
#define EVENT(kind_, object_, call) \
	struct dr_enforced e = {.kind = (kind_), .site = DR_CALLER, .object = (object_)}; \
	int admitted = dr_admit(&e), result = (call); \
	if (admitted) \
		dr_done(&e, 0); \
	return result

/* The same for a call without a result. */
#define VOID_EVENT(kind_, object_, call) \
	struct dr_enforced e = {.kind = (kind_), .site = DR_CALLER, .object = (object_)}; \
	int admitted = dr_admit(&e); \
	call; \
	if (admitted) \
	dr_done(&e, 0)

/* The same for a call that is left out where events are ordered: it gives something back. */
#define GIVING_BACK(kind_, object_, call) \
	struct dr_enforced e = {.kind = (kind_), .site = DR_CALLER, .object = (object_)}; \
	int admitted = dr_admit(&e), result = e.ordered ? dr_result(&e) : (call); \
	if (admitted) \
		dr_done(&e, 0); \
	return result

/* An attempt that succeeds by the schedule, or has another result that the schedule knows; `call` makes it without
 * waiting, `wait` with waiting, where nothing is enforced. `in_errno`: an error is reported in errno. */
#define ATTEMPT(kind_, object_, call, wait, in_errno) \
	struct dr_enforced e = {.kind = (kind_), .site = DR_CALLER, .object = (object_)}; \
	if (!dr_admit(&e)) \
		return (wait); \
	int wanted = dr_result(&e); \
	if (wanted == 0 && !e.ordered && (call) != 0) { \
		dr_unknown_inside("a lock or semaphore that is in another state", e.site); \
		return (wait); \
	} \
	dr_done(&e, 0); \
	if (!(in_errno) || wanted == 0) \
		return wanted; \
	errno = wanted; \
	return -1

#endif
