/* Messages for errors of the heap: a wrong access, or a wrong pointer in free or realloc. */
#include "memory/plain.h"
#include "fiber/fiber.h"
#include "memory/blocks.h"

#include <stdio.h>
#include <string.h>

#define FRAMES 8 /* return addresses of a place, from which the report chooses */

/* Writes "{0x... 0x...}": return addresses, the innermost first, which the report replaces by a source place. */
static size_t place(char *to, size_t room, uint32_t stack)
{
	char one[24];
	size_t length = 0;
	for (int i = 0; i < FRAMES && stack; i++) {
		uint64_t pc = dr_stack_entry(stack, &stack);
		size_t n = (size_t)snprintf(one, sizeof one, "%s0x%lx", i ? " " : "{", (unsigned long)pc);
		if (length + n + 2 > room)
			break;
		memcpy(to + length, one, n);
		length += n;
	}
	memcpy(to + length, "}", 2);
	return length + 1;
}

static const char *name(unsigned thread, char *to, size_t room)
{
	if (thread == 0)
		return "main";
	snprintf(to, room, "thread %u", thread);
	return to;
}

static unsigned arena_of(uint64_t address)
{
	return (unsigned)((address - DR_ARENAS_BASE) >> DR_ARENA_SHIFT);
}

void dr_block_place(char *to, size_t room, uint64_t block)
{
	place(to, room, dr_block_of(block)->allocated);
}

void dr_block_origin(char *to, size_t room, uint64_t block)
{
	char who[24], where[192];
	uint32_t stack = dr_block_of(block)->allocated;
	if (!stack) {
		snprintf(to, room, " that was allocated before main");
		return;
	}
	place(where, sizeof where, stack);
	snprintf(to, room, " that %s %s at %s", name(arena_of(block), who, sizeof who),
		dr_block_of(block)->stream ? "opened" : "allocated", where);
}

static void end_of(char *to, size_t room, uint64_t block)
{
	char who[24], where[192];
	const struct dr_block *b = dr_block_of(block);
	*to = 0;
	if (!dr_block_dead(b) || !b->freed)
		return;
	place(where, sizeof where, b->freed);
	snprintf(to, room, " and %s %s at %s", name(b->freer, who, sizeof who), b->stream ? "closed" : "freed", where);
}

static const char *bytes(uint64_t n, char *to, size_t room)
{
	snprintf(to, room, n == 1 ? "%lu byte" : "%lu bytes", (unsigned long)n);
	return to;
}

void dr_heap_misuse(uint64_t address, size_t size, int write, const void *site)
{
	char me[24], n[32], far[32], origin[256], freed[256];
	const char *who = name(dr_self->number, me, sizeof me), *does = write == DR_FREES ? "frees"
									: write           ? "writes"
											  : "reads";
	uint64_t bad = dr_heap_first_forbidden(address, size), block = dr_block_before(bad),
		 next = dr_block_before(bad + sizeof(struct dr_block));
	bytes(size, n, sizeof n);
	if (block && bad < block + dr_block_of(block)->size) {
		dr_block_origin(origin, sizeof origin, block);
		end_of(freed, sizeof freed, block);
		if (dr_block_of(block)->stream)
			dr_error(DR_MEMORY, bad, site, "%s uses a stream%s%s", who, origin, freed);
		dr_error(DR_MEMORY, bad, site, "%s %s %s at %lu in a block of %lu%s%s", who, does, n,
			(unsigned long)(address - block), (unsigned long)dr_block_of(block)->size, origin, freed);
	}
	if (next > bad) {
		dr_block_origin(origin, sizeof origin, next);
		dr_error(DR_MEMORY, bad, site, "%s %s %s, %s before a block of %lu%s", who, does, n,
			bytes(next - bad, far, sizeof far), (unsigned long)dr_block_of(next)->size, origin);
	}
	if (!block)
		dr_error(DR_MEMORY, bad, site, "%s %s %s of the heap that no block has", who, does, n);
	uint64_t end = block + dr_block_of(block)->size;
	dr_block_origin(origin, sizeof origin, block);
	if (address < end) {
		dr_error(DR_MEMORY, bad, site, "%s %s %s, %lu of them after the end of a block of %s%s", who, does, n,
			(unsigned long)(address + size - end), bytes(end - block, far, sizeof far), origin);
	}
	char away[40];
	if (address == end)
		snprintf(away, sizeof away, "just");
	else
		bytes(address - end, away, sizeof away);
	dr_error(DR_MEMORY, bad, site, "%s %s %s %s after a block of %s%s", who, does, n, away,
		bytes(end - block, far, sizeof far), origin);
}

/* Describes what a pointer points to that is no block of the heap. */
static void describe(char *to, size_t room, uint64_t address)
{
	char who[24], far[32], origin[256];
	uint64_t block = dr_block_before(address), stack = (address - DR_STACKS_BASE) >> DR_STACK_SHIFT;
	if (block && address > block && address < block + dr_block_of(block)->size) {
		dr_block_origin(origin, sizeof origin, block);
		snprintf(to, room, "a pointer %s into a block of %lu%s", bytes(address - block, far, sizeof far),
			(unsigned long)dr_block_of(block)->size, origin);
	} else if (stack < DR_THREADS) {
		snprintf(to, room, "an address on the stack of %s", name((unsigned)stack, who, sizeof who));
	} else {
		snprintf(to, room, "{*0x%lx}, which malloc never returned", (unsigned long)address);
	}
}

void dr_heap_bad_pointer(uint64_t address, const char *call, const void *site)
{
	char what[384], freed[256], n[32];
	if (dr_block_before(address) != address || !dr_block_dead(dr_block_of(address))) {
		describe(what, sizeof what, address);
		dr_error(DR_MEMORY, address, site, "%s of %s", call, what);
		return;
	}
	dr_block_origin(what, sizeof what, address);
	end_of(freed, sizeof freed, address);
	dr_error(DR_MEMORY, address, site, "%s, for the second time, of a block of %s%s%s", call,
		bytes(dr_block_of(address)->size, n, sizeof n), what, freed);
}

void dr_heap_mismatch(uint64_t address, enum dr_allocator how, const void *site)
{
	static const char *const makes[] = {"malloc", "new", "new[]"}, *const takes[] = {"free", "delete", "delete[]"};
	char origin[256];
	dr_block_origin(origin, sizeof origin, address);
	dr_error(DR_MEMORY, address, site, "%s of memory%s with %s", takes[how], origin,
		makes[dr_block_of(address)->how]);
}

void dr_heap_wrong_size(uint64_t address, size_t size, const void *site)
{
	char origin[256], n[32];
	dr_block_origin(origin, sizeof origin, address);
	dr_error(DR_MEMORY, address, site, "delete as an object of %s of a block of %lu%s", bytes(size, n, sizeof n),
		(unsigned long)dr_block_of(address)->size, origin);
}

void dr_heap_bad_alignment(const char *call, size_t alignment, const char *what, const void *site)
{
	char me[24];
	dr_error(DR_MISUSE, 0, site, "%s calls %s with an alignment of %zu, which is not %s",
		name(dr_self->number, me, sizeof me), call, alignment, what);
}

void dr_heap_bad_size(size_t alignment, size_t size, const void *site)
{
	char me[24], n[32];
	dr_error(DR_MISUSE, 0, site,
		"%s calls aligned_alloc for %s with an alignment of %zu: C11 wants a multiple of the alignment",
		name(dr_self->number, me, sizeof me), bytes(size, n, sizeof n), alignment);
}
