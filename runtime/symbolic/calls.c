/* Expressions of arguments and results. Functions without the pass do not take them: their arguments are pinned. */
#include "symbolic/library.h"
#include "symbolic/outside.h"
#include "symbolic/symbolic.h"

#include <stdarg.h>
#include <sys/mman.h>

#define MOST_ARGUMENTS 32u
#define SLOTS (1u << 16)

static DR_PAGED const void *compiled[SLOTS]; /* functions with the pass, by hash; filled before main */
static uint32_t functions;

static DR_PAGED struct call {
	const void *callee;
	uint64_t result;
	uint64_t argument[MOST_ARGUMENTS];
	const struct dr_library *library; /* the function of the runtime that was called, until it returns */
	uint64_t returned; /* the expression of its result */
} call[DR_THREADS];

DR_EXPORT void __drista_symbolic_functions(const void *const *function, uint64_t count);
DR_EXPORT void __drista_symbolic_call(const void *callee, const char *name, uint32_t count, ...);
DR_EXPORT void __drista_symbolic_after(const void *callee, const char *name);
DR_EXPORT uint64_t __drista_symbolic_argument(const void *self, uint32_t n);
DR_EXPORT void __drista_symbolic_entered(void);
DR_EXPORT void __drista_symbolic_return(uint64_t expression);
DR_EXPORT uint64_t __drista_symbolic_result(const void *callee);

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
	return dr_symbolic_takes(callee) ? c->result : dr_ours((uint64_t)callee) ? c->returned : 0;
}

void dr_symbolic_main_returns(const void *main, int code)
{
	uint64_t e = dr_symbolic_result(main);
	if (e)
		dr_symbolic_branch(dr_expression(DR_SYMBOLIC_EQ, 1, e, dr_expression_constant(32, 0), code == 0), main);
}

/* Before a call with the expressions of the arguments. `name`: what may read or write memory unseen; NULL: it does
 * not. */
void __drista_symbolic_call(const void *callee, const char *name, uint32_t count, ...)
{
	if (!dr_self) {
		if (name && dr_library_reads(name))
			dr_outside_before_main(name, DR_SITE);
		return;
	}
	struct call *c = &call[dr_self->number];
	int seen = dr_symbolic_takes(callee);
	const struct dr_library *library = seen ? NULL : dr_library_of(callee, name);
	va_list list;
	va_start(list, count);
	c->callee = seen ? callee : NULL;
	for (uint32_t i = 0; i < count; i++) {
		uint64_t e = va_arg(list, uint64_t);
		if ((!seen && !(library && (library->takes >> i & 1))) || i >= MOST_ARGUMENTS)
			dr_symbolic_pin(e, DR_SITE);
		if (i < MOST_ARGUMENTS)
			c->argument[i] = i < count ? e : 0;
	}
	for (uint32_t i = count; i < MOST_ARGUMENTS; i++)
		c->argument[i] = 0;
	va_end(list);
	c->result = c->returned = 0;
	c->library = library;
	if (!seen && !library && name)
		dr_symbolic_unseen(name, DR_SITE);
}

/* After a call. */
void __drista_symbolic_after(const void *callee, const char *name)
{
	if (!dr_self || !name || dr_symbolic_takes(callee))
		return;
	call[dr_self->number].library = NULL;
	if (dr_library_of(callee, name))
		return;
	dr_symbolic_unseen(name, DR_SITE);
	dr_outside_after_unseen(name, DR_SITE);
}

/* The expression of a parameter, at the beginning of the function `self`. */
uint64_t __drista_symbolic_argument(const void *self, uint32_t n)
{
	return dr_self && n < MOST_ARGUMENTS && call[dr_self->number].callee == self ? call[dr_self->number].argument[n]
										     : 0;
}

/* All parameters have been asked for. A call from code without the pass follows no announcement. */
void __drista_symbolic_entered(void)
{
	if (!dr_self)
		return;
	call[dr_self->number].callee = NULL;
	call[dr_self->number].library = NULL;
}

void __drista_symbolic_return(uint64_t expression)
{
	if (dr_self)
		call[dr_self->number].result = expression;
}

uint64_t __drista_symbolic_result(const void *callee)
{
	return dr_symbolic_result(callee);
}
