/* The server's side of snapshots (snapshot.h): which one a run begins from, and their end. */
#include "server/snapshot.h"
#include "server/pages.h"
#include "shadow/shadow.h"

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* An address that nothing else uses, so that the program's own mappings are the same with and without snapshots. */
#define BASE 0x3a0000000000ul
#define TIMEOUT \
	100000000 /* nanoseconds after which the server checks whether a snapshot that does not answer still exists \
		     \ */

DR_HOT struct dr_snapshots *dr_snapshots; /* read in every run */
static enum { WHERE_WORTH, EACH, NONE } mode;

static int map_table(void)
{
	void *p = mmap((void *)BASE, sizeof *dr_snapshots, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
	if (p != (void *)BASE) {
		if (p != MAP_FAILED)
			munmap(p, sizeof *dr_snapshots);
		mode = NONE;
		return 0;
	}
	dr_snapshots = p;
	dr_pages_exclude(p, sizeof *dr_snapshots);
	return 1;
}

void dr_snapshots_open(const char *which)
{
	if (which && !strcmp(which, "none"))
		mode = NONE;
	if (which && !strcmp(which, "each") && map_table()) {
		mode = EACH;
		dr_snapshots->each = dr_snapshots->wanted = 1;
	}
}

static void discard(struct dr_snapshot *s)
{
	kill(s->id, SIGKILL);
	while (waitpid(s->id, NULL, __WALL) < 0 && errno == EINTR)
		;
	s->id = 0;
	s->gone = 0;
}

void dr_snapshots_discard(void)
{
	for (unsigned i = 0; dr_snapshots && i < DR_SNAPSHOTS; i++)
		if (dr_snapshots->slot[i].id > 0)
			discard(&dr_snapshots->slot[i]);
}

/* Discards and reaps the snapshots that runs have given up, and those that may be out of date. */
static void discard_stale(void)
{
	for (unsigned i = 0; i < DR_SNAPSHOTS; i++) {
		struct dr_snapshot *s = &dr_snapshots->slot[i];
		if (s->id > 0 && (s->gone || s->foreign != dr_shadow->foreign))
			discard(s);
	}
}

void dr_snapshots_begin(int alone)
{
	if (dr_snapshots && (alone || mode == EACH))
		dr_snapshots->wanted = !alone;
}

int dr_snapshots_end(uint64_t time)
{
	int opened = mode == WHERE_WORTH && !dr_snapshots && time >= DR_SNAPSHOT_LONG && map_table();
	if (dr_snapshots && time && mode == WHERE_WORTH)
		dr_snapshots->wanted = time >= DR_SNAPSHOT_LONG;
	return opened;
}

int dr_snapshot_leads(const struct dr_snapshot *s, const struct dr_step *step)
{
	return memcmp(dr_snapshots->step[s - dr_snapshots->slot], step, s->depth * sizeof *step) == 0;
}

static int fits(const struct dr_snapshot *s, uint64_t flags, uint64_t most, uint32_t steps, const struct dr_step *step)
{
	return s->id > 0 && s->flags == flags && s->most == most && (s->even ? s->depth <= steps : s->depth < steps) &&
	       dr_snapshot_leads(s, step);
}

/* Asks the process for a fork. Returns 0 if it does not exist any more, or fork fails. */
static pid_t fork_of(struct dr_snapshot *s)
{
	const struct timespec timeout = {0, TIMEOUT};
	volatile pid_t *made = &s->made;
	*made = 0;
	++*(volatile uint32_t *)&s->asked;
	syscall(SYS_futex, &s->asked, FUTEX_WAKE, 1, NULL, NULL, 0);
	for (;;) {
		uint32_t seen = *(volatile uint32_t *)&s->answered;
		if (*made)
			return *made > 0 ? *made : 0;
		if (syscall(SYS_futex, &s->answered, FUTEX_WAIT, seen, &timeout, NULL, 0) < 0 && errno == ETIMEDOUT &&
			waitpid(s->id, NULL, __WALL | WNOHANG) == s->id && !*made) {
			s->id = 0;
			return 0;
		}
	}
}

pid_t dr_snapshots_run(uint64_t flags, uint64_t most, uint32_t steps, const struct dr_step *step)
{
	struct dr_snapshot *best = NULL;
	if (!dr_snapshots)
		return 0;
	discard_stale();
	for (unsigned i = 0; i < DR_SNAPSHOTS; i++) {
		struct dr_snapshot *s = &dr_snapshots->slot[i];
		if (fits(s, flags, most, steps, step) && (!best || s->depth > best->depth))
			best = s;
	}
	if (!best)
		return 0;
	best->used = ++dr_snapshots->order;
	dr_snapshots->served++;
	return fork_of(best);
}
