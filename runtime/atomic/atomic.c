/*
 * C11 atomic operations (C11 7.17) as events. A load or read-modify-write waits before its event until the schedule
 * gives it the value to read; a store or fence takes effect at once.
 */
#include "atomic/atomic.h"
#include "pthread/section.h"
#include "fiber/fiber.h"
#include "server/hand-over.h"
#include "memory/births.h"
#include "core/schedule.h"
#include "memory/ended-stacks.h"
#include "io/mapped.h"
#include "shadow/shadow.h"
#include "pthread/waiter-pool.h"

static struct dr_value value_of(dr_wide w)
{
	return (struct dr_value){(uint64_t)w, (uint64_t)(w >> 64)};
}

static dr_wide wide(struct dr_value v)
{
	return (dr_wide)v.hi << 64 | v.lo;
}

/* The memory order. Higher bits are hints for the hardware (lock elision). Consume counts as acquire, as in every
 * compiler. */
static uint8_t order_of(int order)
{
	order &= 7;
	return (uint8_t)(order == __ATOMIC_CONSUME ? __ATOMIC_ACQUIRE : order);
}

dr_wide dr_atomic_result(enum dr_rmw op, uint32_t size, dr_wide old, dr_wide operand)
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

/* Does the operation make no event? No other thread exists, or the other accesses to the object are not observed
 * either. */
static int unseen(void)
{
	return !dr_self || dr_sight == DR_SEES_CALLS;
}

/*
 * Checks the pointer. One that points to no object (NULL, freed memory, unmapped memory) is an error of the program,
 * whatever else is wrong with the access. So is a misaligned one: the conversion that made it is undefined (C11
 * 6.3.2.3p7).
 */
static void check_pointer(uint64_t object, uint32_t size, int write, const void *site)
{
	if (size && dr_heap_forbids_some(object, size))
		dr_heap_misuse(object, size, write, site);
	for (uint64_t a = object; a < object + size; a += 4096)
		(void)*(const volatile uint8_t *)a;
	if (size)
		(void)*(const volatile uint8_t *)(object + size - 1);
}

static _Noreturn void misaligned(const struct dr_place *p, int write)
{
	char who[16];
	check_pointer(p->object, p->size, write, p->site);
	dr_error(DR_MEMORY, p->object, p->site,
		"%s %s %u bytes atomically at an address that is not a multiple of %u: 0x%lx",
		dr_thread_text(dr_self, who), write ? "writes" : "reads", p->size, p->size, (unsigned long)p->object);
}

void dr_atomic_unsupported(uint64_t object, size_t size, int write, const void *site)
{
	check_pointer(object, (uint32_t)size, write, site);
	dr_unsupported_at("an atomic object whose size is not 1, 2, 4, 8 or 16 bytes", site);
}

/* Begins an atomic access. Returns the event without the fields that are particular to its kind. */
static struct dr_event prepare(enum dr_kind kind, const struct dr_place *p, int order)
{
	dr_settle();
	if (p->object & (p->size - 1))
		misaligned(p, kind != DR_LOAD);
	dr_shadow_atomic(dr_self, p->object, p->size, kind != DR_LOAD);
	/* Where freed memory is promoted, the scheduler decides from the order of events whether the free came
	 * first. */
	if (dr_heap_forbids(p->object, p->size) && !(dr_heap_freed(p->object) && dr_shadow_promoted(p->object)))
		dr_heap_misuse(p->object, p->size, kind != DR_LOAD, p->site);
	if (dr_on_foreign_stack(dr_self, p->object))
		dr_ended_stack_atomic(dr_self, p->object, p->size, kind == DR_LOAD ? "reads" : "writes", p->site);
	struct dr_event e = dr_event_at(kind, p->site);
	e.object = p->object;
	e.size = p->size;
	e.order = order_of(order);
	e.spin = p->spin;
	e.before = dr_peek(p->object, p->size);
	e.flags = dr_uninitialised(p->object, p->size, e.before);
	return e;
}

/* Waits before the event until e->result is known. Sets e->before to what memory holds at that moment. */
static void obtain(struct dr_event *e)
{
	int scheduled = dr_wait(e, NULL);
	e->before = dr_peek(e->object, e->size);
	if (!scheduled)
		e->result = e->before;
}

dr_wide dr_atomic_load(struct dr_place p, int order)
{
	p.object = dr_alias(p.object);
	if (unseen())
		return dr_enforcer ? dr_enforcer->atomic(DR_LOAD, 0, p.object, p.size, 0, 0, p.site)
				   : wide(dr_peek(p.object, p.size));
	if (order_of(order) == __ATOMIC_SEQ_CST && dr_in_waiter_pool(p.object))
		dr_atomic_fence(__ATOMIC_SEQ_CST, p.site);
	int entered = dr_section_enter(p.spin, p.site);
	struct dr_event e = prepare(DR_LOAD, &p, order);
	obtain(&e);
	dr_happened(&e);
	dr_section_leave(entered, p.site);
	return wide(e.result);
}

void dr_atomic_store(struct dr_place p, dr_wide value, int order)
{
	p.object = dr_alias(p.object);
	if (dr_enforcer) {
		dr_enforcer->atomic(DR_STORE, 0, p.object, p.size, value, 0, p.site);
		return;
	}
	if (unseen()) {
		dr_poke(p.object, p.size, value_of(value));
		return;
	}
	int entered = dr_section_enter(0, p.site);
	struct dr_event e = prepare(DR_STORE, &p, order);
	e.value = value_of(value);
	dr_poke(p.object, p.size, e.value);
	dr_happened(&e);
	dr_heap_write_range(p.object, p.size);
	dr_section_leave(entered, p.site);
}

/* Is it a compare-exchange that fails? Memory stays as it is. */
static int fails(const struct dr_event *e)
{
	if (e->op != DR_CAS && e->op != DR_CAS_WEAK && e->op != DR_CAS_HELD)
		return 0;
	return (e->flags & DR_FAILS) || !dr_same(e->result, e->expected);
}

static struct dr_value written_by(const struct dr_event *e)
{
	if (fails(e))
		return e->result;
	return value_of(dr_atomic_result(e->op, e->size, wide(e->result), wide(e->value)));
}

static void perform(struct dr_event *e)
{
	obtain(e);
	int writes = !fails(e);
	if (writes)
		dr_poke(e->object, e->size, written_by(e));
	dr_happened(e);
	if (writes)
		dr_heap_write_range(e->object, e->size);
}

int dr_atomic_changes(const struct dr_event *e)
{
	return !dr_same(written_by(e), e->result);
}

dr_wide dr_atomic_rmw(struct dr_place p, enum dr_rmw op, dr_wide operand, int order)
{
	p.object = dr_alias(p.object);
	if (dr_enforcer)
		return dr_enforcer->atomic(DR_RMW, op, p.object, p.size, operand, 0, p.site);
	if (unseen()) {
		dr_wide old = wide(dr_peek(p.object, p.size));
		dr_poke(p.object, p.size, value_of(dr_atomic_result(op, p.size, old, operand)));
		return old;
	}
	int entered = dr_section_enter(p.spin, p.site);
	struct dr_event e = prepare(DR_RMW, &p, order);
	e.op = (uint8_t)op;
	e.fail_order = e.order;
	e.value = value_of(operand);
	perform(&e);
	dr_section_leave(entered, p.site);
	return wide(e.result);
}

static uint8_t exchange_op(int weak)
{
	return !weak ? DR_CAS : dr_schedule.flags & DR_WEAK_HELD ? DR_CAS_HELD : DR_CAS_WEAK;
}

dr_wide dr_atomic_cas(struct dr_place p, int weak, dr_wide expected, dr_wide desired, int order, int fail_order)
{
	p.object = dr_alias(p.object);
	if (dr_enforcer)
		return dr_enforcer->atomic(DR_RMW, DR_CAS, p.object, p.size, desired, expected, p.site);
	if (unseen()) {
		dr_wide old = wide(dr_peek(p.object, p.size));
		if (old == expected)
			dr_poke(p.object, p.size, value_of(desired));
		return old;
	}
	int entered = dr_section_enter(p.spin, p.site);
	struct dr_event e = prepare(DR_RMW, &p, order);
	e.op = exchange_op(weak);
	e.fail_order = order_of(fail_order);
	e.value = value_of(desired);
	e.expected = value_of(expected);
	perform(&e);
	dr_self->failed = (e.flags & DR_FAILS) != 0;
	dr_section_leave(entered, p.site);
	return wide(e.result);
}

void dr_atomic_fence(int order, const void *site)
{
	if (dr_enforcer)
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (unseen() || order_of(order) == __ATOMIC_RELAXED)
		return;
	dr_settle();
	struct dr_event e = dr_event_at(DR_FENCE, site);
	e.order = order_of(order);
	dr_happened(&e);
}
