/*
 * The expressions of bytes in memory: a table of pages, and for each page on which something symbolic was stored the
 * expression of each byte. Private memory of the run.
 */
#include "symbolic/foreign.h"
#include "symbolic/symbolic.h"

#define PAGE 4096u
#define MAX_PAGES 512u
#define SLOTS 2048u

static uint32_t used;
static int may_be_used;
static DR_PAGED uint64_t page_of[SLOTS]; /* number of the page plus one */
static DR_PAGED uint32_t index_of[SLOTS];
static DR_PAGED uint64_t expression[MAX_PAGES][PAGE];

int dr_symbolic_memory_used(void)
{
	return used || may_be_used;
}

void dr_symbolic_memory_use(void)
{
	may_be_used = 1;
	dr_foreign_input();
}

/* The place of the byte's expression; NULL: its page has none and `make` is 0. */
static uint64_t *place(uint64_t address, int make)
{
	uint64_t page = address / PAGE + 1;
	uint32_t slot = (uint32_t)((page * 0x9e3779b97f4a7c15ul) >> 40) % SLOTS;
	while (page_of[slot] && page_of[slot] != page)
		slot = (slot + 1) % SLOTS;
	if (!page_of[slot]) {
		if (!make)
			return NULL;
		if (used == MAX_PAGES)
			dr_unsupported("symbolic data on more than 512 pages of memory");
		page_of[slot] = page;
		index_of[slot] = used++;
		if (used == 1)
			dr_foreign_input();
	}
	return &expression[index_of[slot]][address % PAGE];
}

/* The first byte from there on whose page has expressions; `end`: there is none before it. */
static const uint8_t *next_used(const uint8_t *at, const uint8_t *end)
{
	while (at < end && !place((uint64_t)at, 0)) {
		uint64_t next = ((uint64_t)at / PAGE + 1) * PAGE;
		at = next < (uint64_t)end ? (const uint8_t *)next : end;
	}
	return at;
}

/* The expression of the byte. What code without expressions has overwritten has none: its value is another one. */
static uint64_t byte_of(const uint8_t *at)
{
	uint64_t *p = place((uint64_t)at, 0);
	if (p && *p && dr_expression_of(*p)->value.lo != *at)
		*p = 0;
	return p ? *p : 0;
}

static void set(const uint8_t *at, uint64_t e)
{
	uint64_t *p = place((uint64_t)at, e != 0);
	if (!p || *p == e)
		return;
	*p = e;
	dr_changed();
}

uint64_t dr_symbolic_load(const void *from, unsigned size)
{
	const uint8_t *at = from;
	uint64_t byte[16], any = 0;
	if (!used)
		return 0;
	for (unsigned i = 0; i < size; i++)
		any |= byte[i] = byte_of(at + i);
	if (!any)
		return 0;
	const struct dr_symbolic *first = byte[0] ? dr_expression_of(byte[0]) : NULL;
	if (first && first->op == DR_SYMBOLIC_EXTRACT && dr_expression_of(first->a)->bits == 8 * size) {
		unsigned same = 0;
		for (; same < size && byte[same]; same++) {
			const struct dr_symbolic *e = dr_expression_of(byte[same]);
			if (e->op != DR_SYMBOLIC_EXTRACT || e->a != first->a || e->b != same)
				break;
		}
		if (same == size)
			return first->a;
	}
	uint64_t e = byte[0] ? byte[0] : dr_expression_constant(8, at[0]);
	dr_wide value = at[0];
	for (unsigned i = 1; i < size; i++) {
		value |= (dr_wide)at[i] << (8 * i);
		uint64_t high = byte[i] ? byte[i] : dr_expression_constant(8, at[i]);
		e = dr_expression(DR_SYMBOLIC_CONCAT, 8 * (i + 1), high, e, value);
	}
	return e;
}

void dr_symbolic_store(const void *to, unsigned size, uint64_t e)
{
	const uint8_t *at = to;
	if (!e || size == 1) {
		for (unsigned i = 0; i < size && (e || used); i++)
			set(at + i, e);
		return;
	}
	dr_wide value = dr_expression_value(e);
	for (unsigned i = 0; i < size; i++)
		set(at + i, dr_expression(DR_SYMBOLIC_EXTRACT, 8, e, i, value >> (8 * i)));
}

void dr_symbolic_clear(const void *at, size_t size)
{
	const uint8_t *byte = at, *end = byte + size;
	while (used && (byte = next_used(byte, end)) < end)
		set(byte++, 0);
}

void dr_symbolic_overwritten(const void *at, size_t size, const void *site)
{
	const uint8_t *byte = at, *end = byte + size;
	while (used && (byte = next_used(byte, end)) < end) {
		dr_symbolic_pin(byte_of(byte), site);
		set(byte++, 0);
	}
}

int dr_symbolic_any_in(const void *at, size_t size)
{
	const uint8_t *byte = at, *end = byte + size;
	while (used && (byte = next_used(byte, end)) < end)
		if (byte_of(byte++))
			return 1;
	return 0;
}

void dr_symbolic_move(const void *to, const void *from, size_t size)
{
	const uint8_t *t = to, *f = from;
	if (!used || t == f)
		return;
	/* The bytes are there already: only their expressions move. */
	for (size_t n = 0; n < size; n++) {
		size_t i = t < f ? n : size - 1 - n;
		uint64_t *p = place((uint64_t)(f + i), 0);
		set(t + i, p ? *p : 0);
	}
}

void dr_symbolic_pin_memory(const void *at, size_t size, const void *site)
{
	const uint8_t *byte = at, *end = byte + size;
	while (used && (byte = next_used(byte, end)) < end)
		dr_symbolic_pin(byte_of(byte++), site);
}
