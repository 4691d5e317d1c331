/* Copies of a run's log in private memory: a snapshot (snapshot.h) has one, while the shared log is used by other
 * runs. */
#include "core/log.h"

#include <string.h>
#include <sys/mman.h>

/* A fixed address that nothing else uses, as in snapshots.c. */
#define BASE 0x3b0000000000ul

static struct dr_log *copy;

static int map_copy(void)
{
	void *p = mmap((void *)BASE, sizeof *copy, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
	if (p != (void *)BASE) {
		if (p != MAP_FAILED)
			munmap(p, sizeof *copy);
		return 0;
	}
	madvise(p, sizeof *copy, MADV_NOHUGEPAGE);
	copy = p;
	return 1;
}

static void copy_events(struct dr_log *to, const struct dr_log *from, uint32_t first)
{
	memcpy(to->event + first, from->event + first, (from->events - first) * sizeof *to->event);
	to->events = from->events;
}

static void copy_rest(struct dr_log *to, const struct dr_log *from, uint32_t stack, uint32_t string, uint32_t symbolic)
{
	memcpy(to->stack + stack, from->stack + stack, (from->stacks - stack) * sizeof *to->stack);
	memcpy(to->string + string, from->string + string, from->strings - string);
	memcpy(to->symbolic + symbolic, from->symbolic + symbolic, (from->symbolics - symbolic) * sizeof *to->symbolic);
	to->symbolics = from->symbolics;
	to->stacks = from->stacks;
	to->strings = from->strings;
	to->followed = from->followed;
	to->text = from->text;
	to->notes = from->notes;
	to->exit_code = from->exit_code;
}

static void copy_threads(struct dr_log *to, const struct dr_log *from)
{
	for (unsigned i = 0; i < dr_log->threads; i++) {
		to->thread[i].standing = from->thread[i].standing;
		to->thread[i].handles = from->thread[i].handles;
		if (from->thread[i].standing)
			to->thread[i].pending = from->thread[i].pending;
	}
}

int dr_log_keep(void)
{
	if (!copy && !map_copy())
		return 0;
	copy_events(copy, dr_log, copy->events); /* copied entries do not change any more */
	copy_rest(copy, dr_log, copy->stacks, copy->strings, copy->symbolics);
	copy_threads(copy, dr_log);
	return 1;
}

void dr_log_put_back(void)
{
	copy_events(dr_log, copy, 0);
	copy_rest(dr_log, copy, 0, 0, 0);
	copy_threads(dr_log, copy);
}
