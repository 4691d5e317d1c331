/* Puts the expressions of arguments without names to where va_start says that they are (variadic.h). */
#include "symbolic/variadic.h"
#include "symbolic/symbolic.h"

/* What va_list is. */
struct list {
	uint32_t general, floating; /* offsets in `registers` */
	uint8_t *stack, *registers;
};

#define GENERAL 48u /* the offsets end there */
#define FLOATING 176u

DR_EXPORT void __drista_symbolic_va_start(const struct list *list, const struct dr_unnamed *unnamed);

static const uint8_t *general(struct list *l)
{
	l->general += 8;
	if (l->general <= GENERAL)
		return l->registers + l->general - 8;
	l->stack += 8;
	return l->stack - 8;
}

static void floating(struct list *l)
{
	l->floating += 16;
	if (l->floating > FLOATING)
		l->stack += 8;
}

void __drista_symbolic_va_start(const struct list *list, const struct dr_unnamed *unnamed)
{
	struct list l = *list;
	if (!dr_self)
		return;
	/* What was there before has no expressions any more. */
	dr_symbolic_clear(l.registers, FLOATING);
	dr_symbolic_clear(l.stack, 8 * DR_UNNAMED);
	for (uint64_t i = 0; i < unnamed->count; i++) {
		if (unnamed->kinds[i] == 's') {
			floating(&l);
			continue;
		}
		const uint8_t *at = general(&l);
		uint64_t e = unnamed->expression[i];
		unsigned bits = e ? dr_expression_of(e)->bits : 0;
		if (bits % 8 == 0 && e)
			dr_symbolic_store(at, bits / 8, e);
		else
			dr_symbolic_pin(e, DR_SITE);
	}
}
