/* Names of addresses (names.h). */
#include "memory/names.h"
#include "memory/blocks.h"
#include "memory/static-data.h"
#include "core/log.h"

#include <stdio.h>

#define MAX_NAMES 1024u /* addresses, a power of two */
#define ROOM (256u << 10)

static uint64_t known[MAX_NAMES];
static char text[ROOM];
static size_t length;

/* Records the address. Returns 0 if it was recorded before, or there is no room. */
static int is_new(uint64_t address)
{
	for (unsigned i = 0, at = (unsigned)(address * 0x9e3779b97f4a7c15ul >> 54) % MAX_NAMES; i < MAX_NAMES / 2;
		i++, at = (at + 1) % MAX_NAMES) {
		if (known[at] == address)
			return 0;
		if (!known[at]) {
			known[at] = address;
			return length + 512 < ROOM;
		}
	}
	return 0;
}

static void add_block(uint64_t address)
{
	static const char *const how[] = {"malloc", "new", "new[]"};
	uint64_t block = dr_block_before(address);
	char place[192];
	if (!block || address - block >= dr_block_of(block)->size)
		return;
	if (dr_block_of(block)->allocated)
		dr_block_place(place, sizeof place, block);
	else
		snprintf(place, sizeof place, "before %lx", (unsigned long)dr_static_pointer_to(block));
	const struct dr_block *b = dr_block_of(block);
	length += (size_t)snprintf(text + length, ROOM - length, "%lx heap %lx %s %s\n", (unsigned long)address,
		(unsigned long)(b->stream ? 0 : address - block), b->stream ? "stream" : how[b->how], place);
}

/* Records the function whose frame has the address: the outermost one whose frame does not begin above it. */
static void add_local(uint64_t address, const struct dr_callstack *c)
{
	uint32_t known = c->depth < DR_FRAMES ? c->depth : DR_FRAMES;
	for (uint32_t i = 0; i < known; i++)
		if (c->frames[i].sp <= address) {
			length += (size_t)snprintf(text + length, ROOM - length, "%lx stack %lx %lx\n",
				(unsigned long)address, (unsigned long)c->frames[i].function,
				(unsigned long)c->frames[i].frame);
			return;
		}
}

void dr_names_add(uint64_t address)
{
	uint64_t stack = (address - DR_STACKS_BASE) >> DR_STACK_SHIFT;
	if (address - DR_ARENAS_BASE >= DR_ARENAS_SIZE && stack >= DR_THREADS)
		return;
	if (!is_new(address))
		return;
	if (stack < DR_THREADS)
		add_local(address, &dr_thread[stack].callstack);
	else
		add_block(address);
}

/* What events of accesses have read and written may be pointers. The values of plain writes are known late. */
static void add_values(void)
{
	for (uint32_t i = 0; i < dr_log->events; i++) {
		const struct dr_event *e = &dr_log->event[i];
		int accesses = (e->kind >= DR_LOAD && e->kind <= DR_RMW) || e->kind == DR_PLAIN_READ ||
			       e->kind == DR_PLAIN_WRITE;
		if (!accesses || e->size != sizeof(void *))
			continue;
		const uint64_t values[] = {e->value.lo, e->expected.lo, e->result.lo};
		for (unsigned v = 0; v < sizeof values / sizeof *values; v++)
			if (values[v] - DR_ARENAS_BASE < DR_ARENAS_SIZE)
				dr_names_add(values[v]);
	}
}

void dr_names_write(void)
{
	add_values();
	if (length)
		dr_log->notes = dr_text(text);
}
