/* Names of addresses (names.h). */
#include "memory/names.h"
#include "memory/blocks.h"
#include "memory/frames.h"
#include "memory/static-data.h"
#include "core/log.h"
#include "prim/digest.h"

#include <stdio.h>

#define MAX_NAMES 4096u /* lines, a power of two */
#define ROOM (256u << 10)

static uint64_t known[MAX_NAMES]; /* hashes */
static char text[ROOM];
static size_t length;

/* Records the words of a line, at least one of which is not 0. Returns 0 if they were recorded before, or there is no
 * room. */
static int is_new(const uint64_t *words, size_t bytes)
{
	uint64_t hash = dr_digest_bytes(1, words, bytes);
	for (unsigned i = 0, at = (unsigned)(hash % MAX_NAMES); i < MAX_NAMES / 2; i++, at = (at + 1) % MAX_NAMES) {
		if (known[at] == hash)
			return 0;
		if (!known[at]) {
			known[at] = hash;
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

static void add_local(uint64_t address, const struct dr_event *e)
{
	const struct dr_thread *t = &dr_thread[(address - DR_STACKS_BASE) >> DR_STACK_SHIFT];
	uint32_t depth = t->callstack.depth <= DR_FRAMES ? dr_frame_at(&t->callstack, address) : 0;
	if (!depth) /* what a call had there that has returned */
		return;
	const struct dr_frame_entry *f = &t->callstack.frames[depth - 1];
	int is_simple = dr_frame_is_simple(t, depth - 1);
	uint64_t line[] = {address, e->stack, e->site, is_simple ? f->function : 0, is_simple ? f->frame : 0};
	if (is_new(line, sizeof line))
		length += (size_t)snprintf(text + length, ROOM - length, "%lx stack %lx %lx %lx %lx\n",
			(unsigned long)line[0], (unsigned long)line[1], (unsigned long)line[2], (unsigned long)line[3],
			(unsigned long)line[4]);
}

void dr_names_address(uint64_t address, const struct dr_event *e)
{
	if (address - DR_ARENAS_BASE < DR_ARENAS_SIZE) {
		if (is_new(&address, sizeof address))
			add_block(address);
	} else if ((address - DR_STACKS_BASE) >> DR_STACK_SHIFT < DR_THREADS)
		add_local(address, e);
}

void dr_names_add(const struct dr_event *e)
{
	dr_names_address(e->object, e);
	int accesses =
		(e->kind >= DR_LOAD && e->kind <= DR_RMW) || e->kind == DR_PLAIN_READ || e->kind == DR_PLAIN_WRITE;
	if (!accesses || e->size != sizeof(void *))
		return;
	const uint64_t values[] = {e->value.lo, e->expected.lo, e->result.lo};
	for (unsigned v = 0; v < sizeof values / sizeof *values; v++)
		dr_names_address(values[v], e);
}

void dr_names_write(void)
{
	if (length)
		dr_log->notes = dr_text(text);
}
