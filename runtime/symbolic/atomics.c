/* What atomic operations do with expressions (atomics.h). */
#include "symbolic/atomics.h"
#include "core/log.h"
#include "core/rmw.h"
#include "core/schedule.h"
#include "memory/aliases.h"
#include "symbolic/held.h"
#include "symbolic/symbolic.h"

/* The atomic operation that code with expressions is about to perform, and then has performed. */
static DR_PAGED struct operation {
	uint64_t object; /* 0: there is none */
	uint32_t size;
	uint64_t operand, expected; /* their expressions */
	uint64_t result;
} operation[DR_THREADS];

DR_EXPORT void __drista_symbolic_atomic(uint64_t at, uint32_t size, uint64_t operand, uint64_t expected);
DR_EXPORT uint64_t __drista_symbolic_atomic_result(uint64_t at);

void __drista_symbolic_atomic(uint64_t at, uint32_t size, uint64_t operand, uint64_t expected)
{
	if (dr_self)
		operation[dr_self->number] = (struct operation){dr_alias(at), size, operand, expected, 0};
}

/* After it. */
uint64_t __drista_symbolic_atomic_result(uint64_t at)
{
	if (!dr_self)
		return 0;
	struct operation *o = &operation[dr_self->number];
	uint64_t result = o->object == dr_alias(at) ? o->result : 0;
	*o = (struct operation){0};
	return result;
}

/* NULL: the operation is one of code without expressions, or of a size that has none. */
static struct operation *operation_of(const struct dr_event *e)
{
	struct operation *o = &operation[dr_self->number];
	return o->object == e->object && o->size == e->size ? o : NULL;
}

static int is_off(void)
{
	return !dr_self || !(dr_schedule.flags & DR_SYMBOLIC) || !dr_symbolic_any_followed();
}

static void unseen(const struct dr_event *e, const char *what)
{
	dr_symbolic_unseen_always(what, (const void *)e->site);
}

static int is_exchange(const struct dr_event *e)
{
	return e->kind == DR_RMW && (e->op == DR_CAS || e->op == DR_CAS_WEAK || e->op == DR_CAS_HELD);
}

void dr_symbolic_atomic_hidden(const struct dr_event *e, const char *what)
{
	if (!is_off() && (dr_held_any(e->object) || dr_symbolic_any_in((const void *)e->object, e->size)))
		unseen(e, what);
}

/* The condition that two values are equal. a, b: their expressions; 0: they have none. */
static uint64_t equal(uint32_t size, uint64_t a, uint64_t b, uint64_t left, uint64_t right)
{
	if (a == b)
		return 0; /* no input makes them differ */
	a = a ? a : dr_expression_constant(8 * size, left);
	b = b ? b : dr_expression_constant(8 * size, right);
	return dr_expression(DR_SYMBOLIC_EQ, 1, a, b, left == right);
}

/* Is failure ordered in more ways than success? Then there may be executions with success and none with failure. */
static int fails_stronger(const struct dr_event *e)
{
	if (e->fail_order == __ATOMIC_SEQ_CST)
		return e->order != __ATOMIC_SEQ_CST;
	return e->fail_order == __ATOMIC_ACQUIRE && (e->order == __ATOMIC_RELAXED || e->order == __ATOMIC_RELEASE);
}

/* A compare-exchange of what may have expressions is about to read. Returns whether it is one. */
static int mark(const struct dr_event *e, const struct operation *o)
{
	uint64_t expected = o ? o->expected : 0;
	if (!is_exchange(e) ||
		!(expected || dr_held_any(e->object) || dr_symbolic_any_in((const void *)e->object, e->size)))
		return 0;
	dr_held_mark(e->object);
	if (fails_stronger(e))
		unseen(e, "a compare-exchange with a stronger order of failure");
	dr_symbolic_add((struct dr_symbolic){.id = dr_log->events, .a = expected, .op = DR_SYMBOLIC_EXCHANGE});
	return 1;
}

/* The first one of the run says that histories with equal values may differ. */
static void held(void)
{
	static int said;
	if (!said)
		dr_symbolic_add((struct dr_symbolic){.op = DR_SYMBOLIC_HELD});
	said = 1;
}

/* The expression of what the event reads. */
static uint64_t read_from(const struct dr_event *e)
{
	if (!dr_held_any(e->object) && !dr_symbolic_load((const void *)e->object, e->size))
		return 0;
	held();
	dr_held_mark(e->object);
	int scheduled = dr_scheduled[dr_self->number].scheduled;
	uint32_t write = scheduled ? dr_held_scheduled(e) : dr_held_last(e->object, e->size);
	if (write == DR_NO_WRITE) {
		unseen(e, "a read of an atomic object");
		return 0;
	}
	uint64_t expression = dr_held_expression(e->object, e->size, write);
	int is = expression && dr_expression_of(expression)->value.lo == e->result.lo;
	if (expression && !is && scheduled) /* else memory was patched behind the schedule */
		unseen(e, "a read of an atomic object");
	if (is)
		dr_symbolic_add((struct dr_symbolic){.id = dr_log->events, .a = write, .op = DR_SYMBOLIC_READS});
	return is ? expression : 0;
}

void dr_symbolic_atomic_reads(const struct dr_event *e)
{
	if (is_off())
		return;
	struct operation *o = operation_of(e);
	if (e->size > 8) {
		dr_symbolic_pin_memory((const void *)e->object, e->size, (const void *)e->site);
		return;
	}
	int compares = mark(e, o);
	uint64_t expression = read_from(e);
	if (compares) /* whether it changes the object is a branch */
		dr_symbolic_branch(equal(e->size, expression, o ? o->expected : 0, e->result.lo, e->expected.lo),
			(const void *)e->site);
	if (o)
		o->result = expression;
	else
		dr_symbolic_pin(expression, (const void *)e->site);
}

/* Memory keeps the expression that the last write has left: other reads may read from that. */
void dr_symbolic_gives(uint64_t object, uint32_t size, uint64_t expression)
{
	if (is_off() || size > 8 || dr_symbolic_load((const void *)object, size) == expression)
		return;
	dr_held_keep_any(object, size);
	if (expression)
		dr_symbolic_store((const void *)object, size, expression);
	else
		dr_symbolic_clear((const void *)object, size);
}

uint64_t dr_symbolic_plain_reads(const struct dr_event *e)
{
	if (is_off())
		return 0;
	if (e->size > 8) {
		dr_symbolic_pin_memory((const void *)e->object, e->size, (const void *)e->site);
		return 0;
	}
	uint64_t expression = read_from(e);
	dr_symbolic_gives(e->object, e->size, expression);
	return expression;
}

void dr_symbolic_atomic_writes(const struct dr_event *e)
{
	if (is_off() || !dr_symbolic_memory_used())
		return;
	if (e->size <= 8)
		dr_held_keep(e->object, e->size);
	else if (dr_symbolic_any_in((const void *)e->object, e->size)) {
		unseen(e, "an atomic access to 16 bytes");
		dr_symbolic_clear((const void *)e->object, e->size);
	}
}

/* What a read-modify-write has written. */
static uint64_t modified(const struct dr_event *e, uint64_t old, uint64_t operand)
{
	static const uint8_t ops[] = {[DR_ADD] = DR_SYMBOLIC_ADD,
		[DR_SUB] = DR_SYMBOLIC_SUB,
		[DR_AND] = DR_SYMBOLIC_AND,
		[DR_OR] = DR_SYMBOLIC_OR,
		[DR_XOR] = DR_SYMBOLIC_XOR,
		[DR_NAND] = DR_SYMBOLIC_AND};
	unsigned bits = 8 * e->size, op = e->op & ~DR_RMW_UNUSED;
	uint64_t left = e->result.lo, right = e->value.lo, written = dr_rmw_written(e).lo;
	if (op == DR_XCHG || is_exchange(e) || !(old | operand))
		return operand;
	old = old ? old : dr_expression_constant(bits, left);
	operand = operand ? operand : dr_expression_constant(bits, right);
	if (op != DR_NAND)
		return dr_expression(ops[op], bits, old, operand, written);
	uint64_t both = dr_expression(DR_SYMBOLIC_AND, bits, old, operand, left & right);
	return dr_expression(DR_SYMBOLIC_XOR, bits, both, dr_expression_constant(bits, UINT64_MAX), written);
}

void dr_symbolic_atomic_wrote(const struct dr_event *e)
{
	if (is_off() || e->size > 8)
		return;
	struct operation *o = operation_of(e);
	uint64_t operand = o ? o->operand : 0, expression = operand;
	if (e->kind == DR_RMW)
		expression = o ? modified(e, o->result, operand) : 0;
	if (expression) {
		held();
		dr_held_mark(e->object);
	}
	if (expression)
		dr_symbolic_store((const void *)e->object, e->size, expression);
	else
		dr_symbolic_clear((const void *)e->object, e->size);
}

/* The mark of the compare-exchange that is that event of the log; NULL: its operands have no expressions. */
static const struct dr_symbolic *mark_of(uint32_t event, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (dr_log->symbolic[i].op == DR_SYMBOLIC_EXCHANGE && dr_log->symbolic[i].id == event)
			return &dr_log->symbolic[i];
	return NULL;
}

/* What would the compare-exchange do if it read from the write? `expected`: the expression; 0: it has none. */
static void ask(uint32_t event, uint64_t expected, uint32_t write, uint64_t value)
{
	const struct dr_event *e = &dr_log->event[event];
	uint64_t expression = dr_held_expression(e->object, e->size, write);
	if (expression)
		value = dr_expression_of(expression)->value.lo;
	uint64_t condition = equal(e->size, expression, expected, value, e->expected.lo);
	if (condition)
		dr_symbolic_add((struct dr_symbolic){.id = event, .a = condition, .b = write, .op = DR_SYMBOLIC_ASK});
}

static int is_access(const struct dr_event *e, const struct dr_event *other)
{
	int touches = e->kind == DR_LOAD || e->kind == DR_STORE || e->kind == DR_RMW || e->kind == DR_PLAIN_READ ||
		      e->kind == DR_PLAIN_WRITE;
	return touches && e->object == other->object && e->size == other->size;
}

static void ask_about(uint32_t event, uint32_t count)
{
	const struct dr_event *e = &dr_log->event[event];
	const struct dr_symbolic *mark = mark_of(event, count);
	uint64_t expected = mark ? mark->a : 0, value;
	int is_first = 1;
	for (uint32_t i = 0; i < dr_log->events; i++) {
		const struct dr_event *w = &dr_log->event[i];
		if (!is_access(w, e))
			continue;
		if (is_first)
			ask(event, expected, DR_INITIAL, w->before.lo);
		is_first = 0;
		if (i != event && dr_held_wrote(w, e->object, e->size, &value))
			ask(event, expected, i + 1, value);
	}
}

/* May writes of the object have expressions? Those by plain accesses are in memory only. */
static int may_differ(const struct dr_event *e)
{
	return dr_held_any(e->object) || dr_symbolic_any_in((const void *)e->object, e->size);
}

void dr_symbolic_atomic_end(void)
{
	if (is_off())
		return;
	uint32_t count = dr_log->symbolics;
	for (uint32_t i = 0; i < dr_log->events; i++)
		if (is_exchange(&dr_log->event[i]) && dr_log->event[i].size <= 8 && may_differ(&dr_log->event[i]))
			ask_about(i, count);
}
