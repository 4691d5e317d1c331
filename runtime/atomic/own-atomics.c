/* Atomics of the runtime's own (own-atomics.h). */
#include "atomic/own-atomics.h"
#include "atomic/atomic.h"
#include "shadow/conflict.h"

uint32_t dr_own[DR_OWN_ATOMICS];
static uint8_t watched[DR_OWN_ATOMICS];

int dr_own_watched(unsigned number)
{
	return watched[number];
}

_Noreturn void dr_own_watch(unsigned number)
{
	dr_shadow_report((uint64_t)&dr_own[number], sizeof dr_own[number], DR_MIXED);
	dr_stop(DR_CUT);
}

void dr_own_prepare(const struct dr_atom *atoms, uint32_t count)
{
	for (unsigned n = 0; n < DR_OWN_ATOMICS; n++)
		watched[n] = 0;
	for (uint32_t i = 0; i < count; i++)
		if (atoms[i].address >= (uint64_t)dr_own && atoms[i].address < (uint64_t)(dr_own + DR_OWN_ATOMICS))
			watched[(atoms[i].address - (uint64_t)dr_own) / sizeof *dr_own] = 1;
}

struct dr_event dr_own_event(enum dr_kind kind, unsigned number, int order, const void *site)
{
	dr_settle();
	struct dr_event e = dr_event_at(kind, site);
	e.object = (uint64_t)&dr_own[number];
	e.size = sizeof dr_own[number];
	e.order = (uint8_t)order;
	e.before = dr_peek(e.object, e.size);
	return e;
}

void dr_own_wait(struct dr_event *e, int (*can)(const struct dr_event *))
{
	int scheduled = dr_wait(e, can);
	e->before = dr_peek(e->object, e->size);
	if (!scheduled)
		e->result = e->before;
}

uint32_t dr_own_rmw(unsigned number, enum dr_rmw op, uint64_t operand, int order, const char *text, const void *site)
{
	struct dr_event e = dr_own_event(DR_RMW, number, order, site);
	e.op = (uint8_t)op;
	e.fail_order = __ATOMIC_RELAXED;
	e.value.lo = operand;
	e.text = dr_text(text);
	dr_own_wait(&e, NULL);
	uint64_t old = e.result.lo;
	dr_own[number] = (uint32_t)dr_rmw_result(op, e.size, old, operand);
	dr_happened(&e);
	return (uint32_t)old;
}
