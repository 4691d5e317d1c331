/*
 * Expressions of arguments and results. Functions without the pass do not take them: their arguments are pinned, and
 * what they do with memory is known of those only that callee.h knows.
 */
#include "memory/interposed.h"
#include "symbolic/call-effects.h"
#include "symbolic/callee.h"
#include "core/hooks.h"
#include "symbolic/before-main.h"
#include "symbolic/foreign.h"
#include "symbolic/models.h"
#include "symbolic/symbolic.h"
#include "symbolic/variadic.h"

#include <stdarg.h>
#include <sys/mman.h>

#define MAX_ARGUMENTS 32u
#define SLOTS (1u << 16)

static DR_PAGED const void *compiled[SLOTS]; /* functions with the pass, by hash; filled before main */
static uint32_t functions;

static DR_PAGED struct call {
	const void *callee; /* was announced, and has not begun yet */
	uint64_t result[DR_SYMBOLIC_PARTS];
	uint64_t argument[MAX_ARGUMENTS];
	const char *unnamed; /* the kinds of the arguments without names; NULL: there are none */
	uint32_t named; /* how many arguments come before these */
	const struct dr_library *library; /* the function of the runtime that was called, until it returns */
	uint64_t returned; /* the expression of its result */
} call[DR_THREADS];

/* `names`: the symbol, and behind it the name in messages; NULL: the function is of the caller's module. */
DR_EXPORT void __drista_symbolic_functions(const void *const *function, uint64_t count);
DR_EXPORT void __drista_symbolic_call(const void *callee, const char *names, uint32_t count, ...);
DR_EXPORT void __drista_symbolic_before(const void *callee, const char *names, uint32_t count, ...);
DR_EXPORT void __drista_symbolic_after(const void *callee, const char *names, uint32_t count, ...);
DR_EXPORT void __drista_symbolic_result_at(const void *callee, const void *at, size_t size);
DR_EXPORT uint64_t __drista_symbolic_argument(const void *self, uint32_t n);
DR_EXPORT uint64_t __drista_symbolic_entered(const void *self);
DR_EXPORT void __drista_symbolic_return(uint64_t expression, uint64_t announced);
DR_EXPORT uint64_t __drista_symbolic_result(const void *callee);
DR_EXPORT void __drista_symbolic_return_part(uint32_t n, uint64_t expression, uint64_t announced);
DR_EXPORT uint64_t __drista_symbolic_result_part(const void *callee, uint32_t n);
DR_EXPORT void __drista_symbolic_unnamed(const void *callee, uint32_t named, const char *kinds);
DR_EXPORT void __drista_symbolic_variadic(const void *self, struct dr_unnamed *unnamed, uint32_t follows);
DR_EXPORT void __drista_symbolic_copied(const void *callee, uint32_t n, const void *object, size_t size);
DR_EXPORT void __drista_symbolic_copy(const void *self, uint32_t n, const void *copy, size_t size);

static uint32_t slot_of(const void *function)
{
	uint32_t slot = (uint32_t)(((uint64_t)function * 0x9e3779b97f4a7c15ul) >> 48) % SLOTS;
	while (compiled[slot] && compiled[slot] != function)
		slot = (slot + 1) % SLOTS;
	return slot;
}

/* Called by a constructor of each module. */
void __drista_symbolic_functions(const void *const *function, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		uint32_t slot = slot_of(function[i]);
		if (!compiled[slot] && ++functions > SLOTS / 2)
			dr_fatal("more than 32768 functions that were compiled with --symbolic");
		compiled[slot] = function[i];
	}
}

int dr_symbolic_takes(const void *callee)
{
	return callee && compiled[slot_of(callee)] != NULL;
}

int dr_symbolic_any_followed(void)
{
	return functions != 0;
}

int dr_symbolic_inside(void)
{
	return dr_self && call[dr_self->number].library;
}

void dr_symbolic_accesses(const void *at, size_t size, int write, const void *site)
{
	if (!dr_symbolic_inside())
		return;
	if (write)
		dr_symbolic_clear(at, size);
	else if (dr_library_announces(call[dr_self->number].library))
		dr_symbolic_pin_memory(at, size, site);
}

uint64_t dr_symbolic_argument(unsigned n)
{
	const struct dr_library *library = dr_self ? call[dr_self->number].library : NULL;
	return library && (library->takes >> n & 1) ? call[dr_self->number].argument[n] : 0;
}

void dr_symbolic_returns(uint64_t expression)
{
	if (dr_self)
		call[dr_self->number].returned = expression;
}

uint64_t dr_symbolic_result(const void *callee)
{
	if (!dr_self)
		return 0;
	const struct call *c = &call[dr_self->number];
	return dr_symbolic_takes(callee) ? c->result[0] : dr_ours((uint64_t)callee) ? c->returned : 0;
}

void dr_symbolic_announce(const void *function, uint64_t argument)
{
	call[dr_self->number] = (struct call){.callee = function, .argument = {argument}};
}

void dr_symbolic_main_begins(const void *main)
{
	dr_symbolic_announce(main, 0);
}

void dr_symbolic_main_returns(const void *main, int code)
{
	uint64_t e = dr_symbolic_result(main);
	if (e)
		dr_symbolic_branch(dr_expression(DR_SYMBOLIC_EQ, 1, e, dr_expression_constant(32, 0), code == 0), main);
}

static const char *shown(const char *names)
{
	return names + dr_length(names, SIZE_MAX) + 1;
}

/* Before a call, with the expressions of the arguments. */
void __drista_symbolic_call(const void *callee, const char *names, uint32_t count, ...)
{
	if (!dr_self) {
		if (names && dr_library_reads(names))
			dr_before_main_reads(shown(names), DR_SITE);
		return;
	}
	struct call *c = &call[dr_self->number];
	int seen = dr_symbolic_takes(callee);
	const struct dr_library *library = seen || !names ? NULL : dr_callee_of(callee, names)->library;
	va_list list;
	va_start(list, count);
	c->callee = seen ? callee : NULL;
	for (uint32_t i = 0; i < count; i++) {
		uint64_t e = va_arg(list, uint64_t);
		if ((!seen && !(library && i < 32 && (library->takes >> i & 1))) || i >= MAX_ARGUMENTS)
			dr_symbolic_pin(e, DR_SITE);
		if (i < MAX_ARGUMENTS)
			c->argument[i] = e;
	}
	for (uint32_t i = count; i < MAX_ARGUMENTS; i++)
		c->argument[i] = 0;
	va_end(list);
	for (uint32_t i = 0; i < DR_SYMBOLIC_PARTS; i++)
		c->result[i] = 0;
	c->returned = 0;
	c->unnamed = NULL;
	c->library = library;
}

/* Then, with the values of the arguments, where another module may define the function. */
void __drista_symbolic_before(const void *callee, const char *names, uint32_t count, ...)
{
	if (!dr_self || dr_symbolic_takes(callee))
		return;
	const struct dr_callee *known = dr_callee_of(callee, names);
	va_list list;
	va_start(list, count);
	uint64_t value[count + 1];
	for (uint32_t i = 0; i < count; i++)
		value[i] = va_arg(list, uint64_t);
	va_end(list);
	if (known->effect) {
		dr_foreign_given(known->effect, value, count);
		if (dr_symbolic_memory_used())
			dr_call_reads(known, value, count, shown(names), DR_SITE);
	} else if (!known->library) {
		dr_foreign_called(callee);
		dr_symbolic_unseen(shown(names), DR_SITE);
	}
}

/* After it, with the result, then the values of the arguments. */
void __drista_symbolic_after(const void *callee, const char *names, uint32_t count, ...)
{
	if (!dr_self || dr_symbolic_takes(callee))
		return;
	const struct dr_callee *known = dr_callee_of(callee, names);
	call[dr_self->number].library = NULL;
	va_list list;
	va_start(list, count);
	uint64_t value[count + 1];
	int64_t result = va_arg(list, int64_t);
	for (uint32_t i = 0; i < count; i++)
		value[i] = va_arg(list, uint64_t);
	va_end(list);
	if (known->effect)
		dr_call_writes(known, value, count, result, shown(names), DR_SITE);
	else if (!known->library) {
		dr_foreign_returned(callee);
		dr_symbolic_unseen(shown(names), DR_SITE);
	}
	if (!known->library)
		dr_hooks.unseen_returns(shown(names), DR_SITE);
}

/* The call has returned a structure there. */
void __drista_symbolic_result_at(const void *callee, const void *at, size_t size)
{
	if (dr_self && !dr_symbolic_takes(callee))
		dr_symbolic_clear(at, size);
}

/* The expression of a parameter, at the beginning of the function `self`. */
uint64_t __drista_symbolic_argument(const void *self, uint32_t n)
{
	return dr_self && n < MAX_ARGUMENTS && call[dr_self->number].callee == self ? call[dr_self->number].argument[n]
										    : 0;
}

/* All parameters have been asked for. A call from code without the pass follows no announcement: the answer is 0. */
uint64_t __drista_symbolic_entered(const void *self)
{
	if (!dr_self)
		return 0;
	struct call *c = &call[dr_self->number];
	int announced = c->callee == self;
	c->callee = NULL;
	c->library = NULL;
	return (uint64_t)announced;
}

/* Code without the pass takes the result itself. */
void __drista_symbolic_return(uint64_t expression, uint64_t announced)
{
	if (!dr_self)
		return;
	if (!announced)
		dr_symbolic_pin(expression, DR_SITE);
	call[dr_self->number].result[0] = announced ? expression : 0;
}

/* The same of part n of an aggregate. */
void __drista_symbolic_return_part(uint32_t n, uint64_t expression, uint64_t announced)
{
	if (!dr_self)
		return;
	if (!announced)
		dr_symbolic_pin(expression, DR_SITE);
	call[dr_self->number].result[n] = announced ? expression : 0;
}

uint64_t __drista_symbolic_result_part(const void *callee, uint32_t n)
{
	return dr_self && dr_symbolic_takes(callee) ? call[dr_self->number].result[n] : 0;
}

/* The call that comes next has arguments without names behind so many others. */
void __drista_symbolic_unnamed(const void *callee, uint32_t named, const char *kinds)
{
	if (!dr_self || !dr_symbolic_takes(callee))
		return;
	call[dr_self->number].unnamed = kinds;
	call[dr_self->number].named = named;
}

/* At the beginning of the function `self`: `follows`: it takes all arguments without names by itself. */
void __drista_symbolic_variadic(const void *self, struct dr_unnamed *unnamed, uint32_t follows)
{
	*unnamed = (struct dr_unnamed){0};
	const struct call *c = dr_self ? &call[dr_self->number] : NULL;
	if (!c || c->callee != self || !c->unnamed)
		return;
	if (follows)
		unnamed->kinds = c->unnamed;
	for (uint32_t i = c->named; i < MAX_ARGUMENTS && c->unnamed[i - c->named]; i++)
		if (follows)
			unnamed->expression[unnamed->count++] = c->argument[i];
		else
			dr_symbolic_pin(c->argument[i], DR_SITE);
}

/* Argument n of the call that comes next is a copy of that object. */
void __drista_symbolic_copied(const void *callee, uint32_t n, const void *object, size_t size)
{
	if (!dr_self)
		return;
	if (dr_symbolic_takes(callee) && n < MAX_ARGUMENTS)
		call[dr_self->number].argument[n] = (uint64_t)object;
	else
		dr_symbolic_pin_memory(object, size, DR_SITE);
}

/* At the beginning of the function `self`: where the copy is. */
void __drista_symbolic_copy(const void *self, uint32_t n, const void *copy, size_t size)
{
	const struct call *c = dr_self ? &call[dr_self->number] : NULL;
	if (c && n < MAX_ARGUMENTS && c->callee == self)
		dr_symbolic_move(copy, (const void *)c->argument[n], size);
	else if (c)
		dr_symbolic_clear(copy, size);
}

uint64_t __drista_symbolic_result(const void *callee)
{
	return dr_symbolic_result(callee);
}
