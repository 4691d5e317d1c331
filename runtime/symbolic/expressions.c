/* The table of expressions of a run. It is a part of the log; the hash table that finds entries is private memory. */
#include "symbolic/symbolic.h"
#include "core/log.h"

#define BUCKETS (1u << 14)
static DR_PAGED uint32_t bucket[BUCKETS];
static DR_PAGED uint32_t next[DR_SYMBOLICS];

static uint64_t mix(uint64_t h, uint64_t n)
{
	h = (h ^ n) * 0x9e3779b97f4a7c15ul;
	h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9ul;
	return h ^ (h >> 29);
}

void dr_symbolic_add(struct dr_symbolic entry)
{
	if (dr_log->symbolics == DR_SYMBOLICS)
		dr_unsupported("more than 262144 symbolic expressions in one execution");
	entry.thread = dr_self ? dr_self->number : 0;
	dr_log->symbolic[dr_log->symbolics++] = entry;
}

static uint32_t find(uint64_t id)
{
	uint32_t i = bucket[id % BUCKETS];
	while (i && dr_log->symbolic[i - 1].id != id)
		i = next[i - 1];
	return i;
}

const struct dr_symbolic *dr_expression_of(uint64_t id)
{
	uint32_t i = find(id);
	if (!i)
		dr_fatal("a symbolic expression that does not exist");
	return &dr_log->symbolic[i - 1];
}

dr_wide dr_expression_value(uint64_t id)
{
	return dr_wide_of(dr_expression_of(id)->value);
}

static uint64_t intern(enum dr_symbolic_op op, unsigned bits, uint64_t a, uint64_t b, dr_wide given)
{
	struct dr_value value = dr_value_of(bits < 128 ? given & (((dr_wide)1 << bits) - 1) : given);
	uint64_t id = mix(mix((uint64_t)op << 8 | bits, a), b);
	int is_constant = op == DR_SYMBOLIC_CONSTANT;
	id = mix(id, is_constant ? value.lo : 0);
	if (is_constant && value.hi)
		id = mix(id, value.hi);
	id += !id;
	uint32_t i = find(id);
	if (i) {
		const struct dr_symbolic *e = &dr_log->symbolic[i - 1];
		if (e->op != op || e->bits != bits || e->a != a || e->b != b ||
			(is_constant && !dr_same(e->value, value)))
			dr_unsupported("two symbolic expressions with the same hash");
		return id;
	}
	dr_symbolic_add((struct dr_symbolic){
		.id = id, .a = a, .b = b, .value = value, .op = (uint8_t)op, .bits = (uint8_t)bits});
	next[dr_log->symbolics - 1] = bucket[id % BUCKETS];
	bucket[id % BUCKETS] = dr_log->symbolics;
	return id;
}

uint64_t dr_expression_constant(unsigned bits, dr_wide value)
{
	return intern(DR_SYMBOLIC_CONSTANT, bits, 0, 0, value);
}

uint64_t dr_expression(enum dr_symbolic_op op, unsigned bits, uint64_t a, uint64_t b, dr_wide value)
{
	return intern(op, bits, a, b, value);
}
