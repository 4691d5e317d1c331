/* What a read-modify-write writes (rmw.h). */
#include "core/rmw.h"

dr_wide dr_rmw_result(enum dr_rmw op, uint32_t size, dr_wide old, dr_wide operand)
{
	dr_wide r = operand;
	switch (op) {
	case DR_XCHG:
	case DR_CAS:
	case DR_CAS_WEAK:
	case DR_CAS_HELD: break;
	case DR_ADD: r = old + operand; break;
	case DR_SUB: r = old - operand; break;
	case DR_AND: r = old & operand; break;
	case DR_OR: r = old | operand; break;
	case DR_XOR: r = old ^ operand; break;
	case DR_NAND: r = ~(old & operand); break;
	case DR_APPEND:
	case DR_DIGEST: r = old * 0x9e3779b97f4a7c15ull + operand; break;
	}
	return size == 16 ? r : r & (((dr_wide)1 << (8 * size)) - 1);
}

int dr_rmw_fails(const struct dr_event *e)
{
	if (e->op != DR_CAS && e->op != DR_CAS_WEAK && e->op != DR_CAS_HELD)
		return 0;
	return (e->flags & DR_FAILS) || !dr_same(e->result, e->expected);
}

struct dr_value dr_rmw_written(const struct dr_event *e)
{
	if (dr_rmw_fails(e))
		return e->result;
	return dr_value_of(dr_rmw_result(e->op & ~DR_RMW_UNUSED, e->size, dr_wide_of(e->result), dr_wide_of(e->value)));
}

int dr_rmw_changes(const struct dr_event *e)
{
	return !dr_same(dr_rmw_written(e), e->result);
}
