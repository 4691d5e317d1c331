/* What code that the pass made calls beside its own instructions (runtime/pass/symbolic.h). */
#include "symbolic/symbolic.h"
#include "core/log.h"

DR_EXPORT uint64_t __drista_symbolic_binary(
	uint32_t op, uint32_t bits, uint64_t a, uint64_t b, uint64_t left, uint64_t right, uint64_t value);
DR_EXPORT uint64_t __drista_symbolic_cast(uint32_t op, uint32_t bits, uint64_t a, uint64_t value);
DR_EXPORT uint64_t __drista_symbolic_binary_wide(uint32_t op, uint32_t bits, uint64_t a, uint64_t b, uint64_t left,
	uint64_t left_high, uint64_t right, uint64_t right_high, uint64_t value, uint64_t value_high);
DR_EXPORT uint64_t __drista_symbolic_cast_wide(
	uint32_t op, uint32_t bits, uint64_t a, uint64_t value, uint64_t value_high);
DR_EXPORT uint64_t __drista_symbolic_load(const void *at, uint32_t size);
DR_EXPORT void __drista_symbolic_store(const void *at, uint32_t size, uint64_t expression);
DR_EXPORT void __drista_symbolic_clear(const void *at, size_t size);
DR_EXPORT void __drista_symbolic_move(const void *to, const void *from, size_t size);

static unsigned width(enum dr_symbolic_op op, unsigned bits)
{
	return op >= DR_SYMBOLIC_EQ && op <= DR_SYMBOLIC_SLE ? 1 : bits;
}

static dr_wide wide(uint64_t low, uint64_t high)
{
	return (dr_wide)high << 64 | low;
}

static uint64_t binary(
	enum dr_symbolic_op op, unsigned bits, uint64_t a, uint64_t b, dr_wide left, dr_wide right, dr_wide value)
{
	if (!(a | b))
		return 0;
	if (!a)
		a = dr_expression_constant(bits, left);
	if (!b)
		b = dr_expression_constant(bits, right);
	return dr_expression(op, width(op, bits), a, b, value);
}

/* An operation on two numbers of so many bits, 64 at most; a, b: their expressions. */
uint64_t __drista_symbolic_binary(
	uint32_t op, uint32_t bits, uint64_t a, uint64_t b, uint64_t left, uint64_t right, uint64_t value)
{
	return binary(op, bits, a, b, left, right, value);
}

/* The same of 65 to 128 bits: a number is two arguments. */
uint64_t __drista_symbolic_binary_wide(uint32_t op, uint32_t bits, uint64_t a, uint64_t b, uint64_t left,
	uint64_t left_high, uint64_t right, uint64_t right_high, uint64_t value, uint64_t value_high)
{
	return binary(op, bits, a, b, wide(left, left_high), wide(right, right_high), wide(value, value_high));
}

/* A conversion to 65 to 128 bits. */
uint64_t __drista_symbolic_cast_wide(uint32_t op, uint32_t bits, uint64_t a, uint64_t value, uint64_t value_high)
{
	return a ? dr_expression(op, bits, a, 0, wide(value, value_high)) : 0;
}

/* A conversion to so many bits, 64 at most. */
uint64_t __drista_symbolic_cast(uint32_t op, uint32_t bits, uint64_t a, uint64_t value)
{
	return a ? dr_expression(op, bits, a, 0, value) : 0;
}

uint64_t __drista_symbolic_load(const void *at, uint32_t size)
{
	return dr_symbolic_load(at, size);
}
void __drista_symbolic_store(const void *at, uint32_t size, uint64_t expression)
{
	dr_symbolic_store(at, size, expression);
}
void __drista_symbolic_clear(const void *at, size_t size)
{
	dr_symbolic_clear(at, size);
}
void __drista_symbolic_move(const void *to, const void *from, size_t size)
{
	dr_symbolic_move(to, from, size);
}
