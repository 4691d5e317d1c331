/* The schedule as it is in memory (enforce.h). */
#define _GNU_SOURCE
#include "safe-schedule/enforce.h"
#include "safe-schedule/trace.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

const struct dr_schedule_words *dr_words;
static const struct dr_schedule_words *mapped;
static uint64_t executable;
static int traced; /* the descriptor of the file for a trace, if there is one */

static void fail(const char *why)
{
	fprintf(stderr, "drista: %s\n", why);
	_exit(2);
}

static void read_schedule(int fd)
{
	struct stat status;
	if (fstat(fd, &status) || (uint64_t)status.st_size < sizeof *dr_words)
		fail("the schedule cannot be read: start the program with `drista run --safe`");
	void *at = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (at == MAP_FAILED)
		fail("the schedule cannot be mapped: there is too little memory");
	close(fd);
	mapped = at;
	if (mapped->magic != DR_SCHEDULE_MAGIC || mapped->version != DR_SCHEDULE_VERSION ||
		(uint64_t)mapped->words * 4 != (uint64_t)status.st_size || mapped->threads >= DR_MAX_THREADS)
		fail("the schedule is of another version of drista: build the program again with this one");
}

uint32_t dr_child(uint32_t creator, uint32_t index)
{
	const uint32_t *names = (const uint32_t *)(dr_words + 1);
	for (uint32_t i = 0; i < dr_words->threads; i++)
		if (names[2 * i] == creator && names[2 * i + 1] == index)
			return i + 1;
	return DR_NOBODY;
}

uint64_t dr_executable(void)
{
	return executable;
}

void *dr_next(const char *name)
{
	void *found = dlsym(RTLD_NEXT, name);
	if (!found)
		fail("this libc lacks a function that the program uses");
	return found;
}

static void begin(int schedule, uint64_t where)
{
	executable = where;
	read_schedule(schedule);
	traced = schedule + 1;
}

static void start(void)
{
	dr_me = 0;
	dr_words = mapped;
	if (dr_words->flags & DR_TRACE)
		dr_trace_begin(traced);
	if (dr_words->flags & DR_STATISTICS)
		atexit(dr_statistics);
}

dr_bits dr_enforced_atomic(
	int kind, int op, uint64_t object, uint32_t size, dr_bits operand, dr_bits expected, const void *site);
unsigned dr_enforced_choose(unsigned n, const void *site);
void dr_enforced_assume_failed(const void *site);

const struct dr_enforcer dr_enforcing_library = {
	begin, start, dr_enforced_atomic, dr_enforced_choose, dr_enforced_assume_failed};
