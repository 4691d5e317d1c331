/* The body of a function that an enforced schedule makes one event, and that never waits. */
#ifndef DRISTA_ENFORCE_EVENT_H
#define DRISTA_ENFORCE_EVENT_H

#include "enforce/enforce.h"

/* Performs `call` as the event of the kind on the object; its result is `result`. */
#define EVENT(kind_, object_, call) \
	struct dr_enforced e = {.kind = (kind_), .site = DR_CALLER, .object = (object_)}; \
	int admitted = dr_admit(&e), result = (call); \
	if (admitted) \
		dr_done(&e, 0); \
	return result

/* The same for a call that is left out where events are ordered: it gives something back. */
#define GIVING_BACK(kind_, object_, call) \
	struct dr_enforced e = {.kind = (kind_), .site = DR_CALLER, .object = (object_)}; \
	int admitted = dr_admit(&e), result = e.ordered ? dr_result(&e) : (call); \
	if (admitted) \
		dr_done(&e, 0); \
	return result

#endif
