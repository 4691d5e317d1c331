/*
 * C11 atomic operations (C11 7.17) as events. A load or read-modify-write waits before its event until the schedule
 * gives it the value to read; a store or fence takes effect at once.
 */
#include "memory/blocks.h"
#include "atomic/atomic.h"
#include "core/section.h"
#include "fiber/fiber.h"
#include "atomic/enforcer.h"
#include "memory/births.h"
#include "core/schedule.h"
#include "core/unused-results.h"
#include "memory/ended-stacks.h"
#include "memory/aliases.h"
#include "shadow/shadow.h"
#include "atomic/waiter-pool.h"
#include "symbolic/atomics.h"

const struct dr_enforcer *dr_enforcer;

/* The memory order. Higher bits are hints for the hardware (lock elision). Consume counts as acquire, as in every
 * compiler. */
static uint8_t order_of(int order)
{
	order &= 7;
	return (uint8_t)(order == __ATOMIC_CONSUME ? __ATOMIC_ACQUIRE : order);
}

/* Does the operation make no event? No other thread exists, or the other accesses to the object are not observed
 * either. */
static int unseen(void)
{
	return !dr_self || dr_visibility == DR_SEES_CALLS;
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
static struct dr_event prepare(enum dr_kind kind, struct dr_place *p, int order)
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
	*(volatile uint64_t *)&p->spin = 0; /* nothing of it stays on the stack (dr_wipe_stack) */
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
				   : dr_wide_of(dr_peek(p.object, p.size));
	if (order_of(order) == __ATOMIC_SEQ_CST && dr_in_waiter_pool(p.object))
		dr_atomic_fence(__ATOMIC_SEQ_CST, p.site);
	int entered = dr_section_enter(p.spin, p.site);
	struct dr_event e = prepare(DR_LOAD, &p, order);
	obtain(&e);
	dr_symbolic_atomic_reads(&e);
	dr_happened(&e);
	dr_section_leave(entered, p.site);
	return dr_wide_of(e.result);
}

void dr_atomic_store(struct dr_place p, dr_wide value, int order)
{
	p.object = dr_alias(p.object);
	if (dr_enforcer) {
		dr_enforcer->atomic(DR_STORE, 0, p.object, p.size, value, 0, p.site);
		return;
	}
	if (unseen()) {
		dr_poke(p.object, p.size, dr_value_of(value));
		return;
	}
	int entered = dr_section_enter(0, p.site);
	struct dr_event e = prepare(DR_STORE, &p, order);
	e.value = dr_value_of(value);
	dr_symbolic_atomic_writes(&e);
	dr_poke(p.object, p.size, e.value);
	dr_promoted_write(p.object, p.size);
	dr_happened(&e);
	dr_symbolic_atomic_wrote(&e);
	dr_heap_write_range(p.object, p.size);
	dr_section_leave(entered, p.site);
}

static void perform(struct dr_event *e)
{
	obtain(e);
	int writes = !dr_rmw_fails(e);
	dr_symbolic_atomic_reads(e);
	if (writes) {
		dr_symbolic_atomic_writes(e);
		dr_poke(e->object, e->size, dr_rmw_written(e));
		dr_promoted_write(e->object, e->size);
	}
	dr_happened(e);
	if (writes) {
		dr_symbolic_atomic_wrote(e);
		dr_heap_write_range(e->object, e->size);
	}
}

dr_wide dr_atomic_rmw(struct dr_place p, enum dr_rmw op, dr_wide operand, int order)
{
	int unused = dr_result_is_unused(p.object);
	p.object = dr_alias(p.object);
	if (dr_enforcer)
		return dr_enforcer->atomic(DR_RMW, op, p.object, p.size, operand, 0, p.site);
	if (unseen()) {
		dr_wide old = dr_wide_of(dr_peek(p.object, p.size));
		dr_poke(p.object, p.size, dr_value_of(dr_rmw_result(op, p.size, old, operand)));
		return old;
	}
	int entered = dr_section_enter(p.spin, p.site);
	struct dr_event e = prepare(DR_RMW, &p, order);
	e.op = (uint8_t)(unused ? op | DR_RMW_UNUSED : op);
	e.fail_order = e.order;
	e.value = dr_value_of(operand);
	perform(&e);
	dr_section_leave(entered, p.site);
	return dr_wide_of(e.result);
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
		dr_wide old = dr_wide_of(dr_peek(p.object, p.size));
		if (old == expected)
			dr_poke(p.object, p.size, dr_value_of(desired));
		return old;
	}
	int entered = dr_section_enter(p.spin, p.site);
	struct dr_event e = prepare(DR_RMW, &p, order);
	e.op = exchange_op(weak);
	e.fail_order = order_of(fail_order);
	e.value = dr_value_of(desired);
	e.expected = dr_value_of(expected);
	perform(&e);
	dr_self->atomic.failed = (e.flags & DR_FAILS) != 0;
	dr_section_leave(entered, p.site);
	return dr_wide_of(e.result);
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
