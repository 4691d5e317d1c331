/* Marks of initialised objects, and which local variable an object is (initialisation.h). */
#include "pthread/initialisation.h"
#include "fiber/fiber.h"
#include "memory/frames.h"
#include "thread-state/liveness.h"
#include "shadow/heap.h"
#include "core/log.h"

#include <stdio.h>

/*
 * A local variable lives as long as its block is being executed. The function's activation is known, but not the block.
 * A block that is executed again comes again to all places in it that it has been to, so it is not executed again after
 * an initialisation at a place to which the activation comes only once. So a later one in the same activation, from
 * another place, is of the same object, provided that each variable has a place of its own: that holds in code that is
 * not optimised. Only code of clang says which places these are.
 */
struct variable {
	uint64_t object; /* 0: the entry is free */
	uint32_t activation; /* of the function that has it */
	uint64_t site; /* of the call in that function */
	int once; /* does that activation come to this call at most once? */
};

#define VARIABLES 1024u
static struct variable variables[VARIABLES];

/* The thread on whose stack the address lies; NULL: none. */
static struct dr_thread *owner_of(uint64_t address)
{
	for (unsigned i = 0; i < dr_log->threads; i++)
		if (dr_fiber[i].stack_low && address >= dr_fiber[i].stack_low && address < dr_thread[i].stack_top)
			return &dr_thread[i];
	return NULL;
}

/* Does the program run on a stack that it has switched to by itself, and of which nothing is known? */
static int elsewhere(void)
{
	uint64_t sp = (uint64_t)__builtin_frame_address(0);
	return dr_self && owner_of(sp) != dr_self;
}

static struct variable variable_of(uint64_t object, struct dr_thread *owner, const void *site)
{
	struct variable v = {object, 0, (uint64_t)site, 0};
	const struct dr_callstack *c = &owner->callstack;
	uint32_t i = 0;
	if (c->depth > DR_FRAMES)
		return v;
	while (i < c->depth && c->frames[i].sp > object) /* frames of functions that it called lie below */
		i++;
	if (i == c->depth || !dr_frame_is_simple(owner, i))
		return v;
	v.activation = c->frames[i].activation;
	v.once = dr_live_is_once(owner, i);
	if (owner == dr_self && i + 1 < c->depth)
		v.site = c->frames[i + 1].pc;
	return v;
}

/* The entry of the object, or a free entry for it; NULL: the table is full. */
static struct variable *entry_of(uint64_t object)
{
	unsigned at = dr_initialisation_mark((const void *)object) % VARIABLES;
	for (unsigned i = 0; i < VARIABLES; i++) {
		struct variable *v = &variables[(at + i) % VARIABLES];
		if (!v->object || v->object == object)
			return v;
	}
	return NULL;
}

/* Is the object at the address the one that was initialised there last? */
static int is_the_same(uint64_t object, const void *site)
{
	struct dr_thread *owner = owner_of(object);
	if (!owner)
		return object - DR_STACKS_BASE >= (uint64_t)DR_THREADS << DR_STACK_SHIFT && !elsewhere();
	struct variable now = variable_of(object, owner, site), *entry = entry_of(object);
	if (!entry)
		return 0;
	struct variable last = *entry;
	*entry = now;
	return last.once && now.activation && last.activation == now.activation && last.site != now.site;
}

uint32_t dr_initialisation_mark(const void *object)
{
	return (uint32_t)((uint64_t)object * 0x9e3779b97f4a7c15ul >> 32) | 1;
}

int dr_initialise(struct dr_event *e, int destroyed)
{
	if (!dr_wait(e, NULL))
		e->result = (struct dr_value){destroyed != 0, 0};
	dr_happened(e);
	return e->result.lo != 0;
}

/* Was the object not allocated while the program ran? */
static int is_static(uint64_t object)
{
	return !owner_of(object) && object - DR_ARENAS_BASE >= DR_ARENAS_SIZE;
}

static void note_static(const char *noun, const void *object, const void *site)
{
	char text[256];
	snprintf(text, sizeof text,
		"the %s {*0x%lx} has a static initialiser and is initialised again at {0x%lx}, which POSIX leaves undefined",
		noun, (unsigned long)object, (unsigned long)site);
	dr_log_note(text);
}

void dr_check_initialisation(const char *noun, const void *object, enum dr_initialised before, const void *site)
{
	char who[16];
	if (!dr_self)
		return;
	int same = is_the_same((uint64_t)object, site);
	if (before == DR_STATICALLY && is_static((uint64_t)object))
		note_static(noun, object, site);
	if (before == DR_INITIALISED_BY_CALL && same)
		dr_error(DR_MISUSE, (uint64_t)object, site,
			"%s initialises the %s {*0x%lx}, which is initialised already", dr_thread_text(dr_self, who),
			noun, (unsigned long)object);
}
