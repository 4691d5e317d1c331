/* The beginning of the lives of heap blocks (births.h), and which bytes of them were written since. */
#include "memory/aliases.h"
#include "memory/blocks.h"
#include "memory/births.h"
#include "shadow/heap-map.h"
#include "memory/plain.h"
#include "shadow/shadow.h"

/* Sets the bits of the bytes [from, to), counted from the beginning of the arenas. */
static void set(uint64_t from, uint64_t to)
{
	for (; from < to && from % 8; from++)
		dr_heap_written[from / 8] |= (uint8_t)(1u << from % 8);
	dr_raw_memset(dr_heap_written + from / 8, 0xff, to > from ? (to - from) / 8 : 0);
	for (uint64_t at = from + ((to > from ? to - from : 0) & ~7ul); at < to; at++)
		dr_heap_written[at / 8] |= (uint8_t)(1u << at % 8);
}

void dr_heap_write_range(uint64_t address, size_t size)
{
	uint64_t at = address - DR_ARENAS_BASE;
	if (at < DR_ARENAS_SIZE && size <= DR_ARENAS_SIZE - at)
		set(at, at + size);
}

int dr_heap_written_in(uint64_t address, size_t size)
{
	uint64_t at = address - DR_ARENAS_BASE;
	for (uint64_t a = at; a < at + size; a++)
		if (dr_heap_written[a / 8] >> a % 8 & 1)
			return 1;
	return 0;
}

/* What the runtime, or the loader, allocates is known to nobody's accesses: it counts as initialised. What main
 * allocates before all others begin comes first in every execution. */
void dr_born(uint64_t arena, uint64_t block, size_t size)
{
	struct dr_thread *t = dr_self;
	if (!t || t->number != arena) {
		dr_heap_write_range(block, size);
		return;
	}
	if (!dr_shadow_recording)
		return;
	dr_plain_touch(t, block, size, DR_ALLOCATES);
	if (!t->writes.born)
		t->writes.born = block;
}

void dr_births_due(void)
{
	struct dr_thread *t = dr_self;
	uint64_t from = t->writes.born;
	t->writes.born = 0;
	dr_promoted_births(from, &dr_arenas[t->number]);
}

void dr_births_wait(struct dr_event *e)
{
	dr_births();
	if (dr_alias(e->object) != e->object)
		dr_unsupported("an object of threads in a file that is mapped at several addresses");
}

void dr_births_record(const struct dr_event *e)
{
	if (e->kind != DR_PLAIN_WRITE && e->kind != DR_PLAIN_READ)
		dr_births();
}
