/* Plain writes that change nothing (repeated.h). */
#include "core/readable.h"
#include "memory/repeated.h"
#include "memory/plain.h"

static struct {
	uint64_t address, counted, recorded;
	uint32_t size;
	struct dr_value before;
} write;

void dr_repeated_write(struct dr_thread *t, struct dr_repeatable store, uint64_t address, size_t size)
{
	uint64_t counted = t->stores - store.stores, recorded = t->recorded - store.recorded;
	if (t->writes.repeated)
		dr_repeated_settle(t); /* which may take back the one before */
	t->writes.repeats = 1;
	if (size > sizeof write.before || !dr_readable(address) || !dr_readable(address + size - 1))
		return;
	write.address = address;
	write.size = (uint32_t)size;
	write.before = dr_peek_any(address, write.size);
	write.counted = counted;
	write.recorded = recorded;
	t->writes.repeated = 1;
}

void dr_repeated_settle(struct dr_thread *t)
{
	t->writes.repeated = 0;
	if (!dr_same(dr_peek_any(write.address, write.size), write.before))
		return;
	t->stores -= write.counted;
	t->recorded -= write.recorded;
}
