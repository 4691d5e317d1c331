/* Events of what is printed (printed.h). */
#include "prim/digest.h"
#include "io/printed.h"
#include "atomic/atomic.h"
#include "io/cells.h"
#include "io/descriptions.h"
#include "io/streams.h"
#include "memory/plain.h"
#include "core/schedule.h"

static uint64_t digest __attribute__((aligned(8)));

int dr_prints(int number)
{
	return dr_self && (dr_schedule.flags & DR_PRINTS) && dr_description_prints(number);
}

static void append(const void *bytes, size_t size, uint64_t value, const void *site)
{
	dr_settle();
	struct dr_event e = dr_event_at(DR_RMW, site);
	e.object = (uint64_t)&digest;
	e.size = sizeof digest;
	e.op = DR_APPEND;
	e.value.lo = value;
	e.expected.lo = size;
	e.text = dr_text_escaped(bytes, size);
	e.before = dr_peek(e.object, e.size);
	int scheduled = dr_wait(&e, NULL);
	e.before = dr_peek(e.object, e.size);
	if (!scheduled)
		e.result = e.before;
	digest = (uint64_t)dr_rmw_result(DR_APPEND, e.size, e.result.lo, e.value.lo);
	dr_happened(&e);
}

void dr_printed(const void *bytes, size_t size, const void *site)
{
	if (size)
		append(bytes, size, dr_digest_bytes(size, bytes, size) | 1, site);
}

void dr_printed_ends(const void *site)
{
	if (!dr_self || !(dr_schedule.flags & DR_PRINTS))
		return;
	dr_stream_announce(stdout, site);
	append("", 0, 1, site);
}

void dr_printed_buffers(struct dr_buffers b, const void *site)
{
	for (int i = 0; i < b.count; i++)
		dr_printed(b.part[i].iov_base, b.part[i].iov_len, site);
}
