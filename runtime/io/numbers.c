/* Descriptor numbers (numbers.h). */
#define DRISTA_DEFINES_KERNEL
#include "prim/digest.h"
#include "io/numbers.h"
#include "fiber/fiber.h"
#include "io/cells.h"
#include "io/descriptions.h"
#include "io/file-table.h"
#include "shadow/conflict.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>

#define CLOSED 4ul /* channels have two more bits */
#define FIRST 64 /* number of a thread's files */
#define EACH 48
#define APART (DR_FILES - 64) /* the runtime's own numbers begin here */
#define APART_LOW 192 /* where the process may not have so many (RLIMIT_NOFILE) */

static struct dr_channel cell[DR_NUMBERS];
static struct dr_channel table; /* of all numbers: what is promoted where they are exact */
static uint64_t stands_for[DR_NUMBERS]; /* another value for each file; 0: open since before the run, or never */
static uint16_t closed_by[DR_NUMBERS]; /* thread + 1 */
static uint64_t sum; /* of what all numbers stand for */
static unsigned given[DR_THREADS], named[DR_THREADS];

int dr_numbers_exact(void)
{
	return dr_shadow_promoted((uint64_t)&table.state);
}

static int is_open(int number)
{
	return dr_kernel(SYS_fcntl, number, F_GETFD, 0, 0, 0, 0) >= 0;
}

static int is_alone(void)
{
	return dr_self->number == 0 && dr_self->children == 0;
}

struct dr_channel *dr_number_of(int number, int changes)
{
	if (!dr_self || number < 0 || number >= DR_NUMBERS)
		return NULL;
	if (dr_numbers_exact()) {
		table.is_number = 1;
		return &table;
	}
	struct dr_channel *c = &cell[number];
	c->is_number = 1;
	enum dr_access how = changes ? DR_ACCESS_WRITE : DR_ACCESS_READ;
	return dr_shadow_touch(dr_self, (uint64_t)&c->state, 0xff, 0, how) ? c : NULL;
}

void dr_number_look(const char *name, int number, const void *site, uint64_t spin)
{
	struct dr_call call = {.name = name, .file = number, .site = site, .spin = spin};
	dr_call_on(&call, dr_number_of(number, 0));
	if (call.count)
		dr_call_begin(&call);
	dr_number_used(number);
	if (call.count)
		dr_call_end(&call);
}

static long copy(int number, int how, int least)
{
	long to = dr_kernel(SYS_fcntl, number, how, least, 0, 0, 0);
	return to == -EINVAL && least == APART ? dr_kernel(SYS_fcntl, number, how, APART_LOW, 0, 0, 0) : to;
}

void dr_number_keep(struct dr_held *held, int number)
{
	long made = copy(number, F_DUPFD_CLOEXEC, APART);
	if (made < 0 && made != -EBADF)
		dr_unsupported("so many open files");
	*held = (struct dr_held){made < 0 ? DR_NO_NUMBER : (int)made, made >= 0};
	if (made < 0)
		return;
	dr_file_copy(number, held->number);
	dr_description_copy(number, held->number);
	dr_file_count(dr_file_of(held->number));
}

void dr_number_release(struct dr_held *held)
{
	if (!held->apart)
		return;
	dr_file_drop(held->number);
	dr_description_forget(held->number);
	held->apart = 0;
}

static long move(int from, int least)
{
	long flags = dr_kernel(SYS_fcntl, from, F_GETFD, 0, 0, 0, 0);
	int how = flags & FD_CLOEXEC ? F_DUPFD_CLOEXEC : F_DUPFD;
	long to = copy(from, how, least);
	if (to < 0)
		dr_unsupported("so many open files");
	dr_kernel(SYS_close, from, 0, 0, 0, 0, 0);
	return to;
}

static void set(int number, uint64_t to)
{
	if (number < 0 || number >= DR_NUMBERS)
		return;
	sum += dr_digest((uint64_t)number, to) - dr_digest((uint64_t)number, stands_for[number]);
	stands_for[number] = to;
	cell[number].count = to >> 2;
	table.count = sum >> 2;
	dr_changed();
}

void dr_number_replaced(int number)
{
	unsigned t = dr_self->number;
	set(number, dr_digest(t + 2, ++named[t]) | 16);
}

void dr_number_closed(int number)
{
	if (number >= 0 && number < DR_NUMBERS)
		closed_by[number] = (uint16_t)(dr_self->number + 1);
	set(number, CLOSED);
}

/* From now on all runs give exact numbers. */
static _Noreturn void need_exact(void)
{
	dr_shadow_report((uint64_t)&table.state, sizeof table.state, 0);
	dr_stop(DR_CUT);
}

void dr_number_used(int number)
{
	if (!dr_self || dr_standalone || is_alone() || number < 0 || number >= DR_NUMBERS || dr_numbers_exact())
		return;
	if (stands_for[number] == CLOSED && !is_open(number))
		need_exact();
}

/* The numbers of one call. */
static void lowest(int *made, unsigned n, int least, const void *site)
{
	struct dr_call call = {.name = "lowest free number", .file = -1, .site = site};
	for (unsigned i = 0; i < n; i++)
		made[i] = (int)move(made[i], APART);
	dr_call_on(&call, dr_number_of(0, 1));
	dr_call_begin(&call);
	for (unsigned i = 0; i < n; i++) {
		made[i] = (int)move(made[i], least);
		dr_number_replaced(made[i]);
	}
	dr_call_end(&call);
}

/* A number that the thread has closed itself, for the kernel's file. */
static int closed_before(int made)
{
	for (int n = 0; n < DR_NUMBERS; n++)
		if (closed_by[n] == dr_self->number + 1 && stands_for[n] == CLOSED && (n == made || !is_open(n)))
			return n;
	return -1;
}

static int reuse(int made, int number)
{
	if (dr_number_of(number, 1))
		need_exact();
	return made == number ? made : (int)move(made, number);
}

static int fresh(int made, int channel)
{
	unsigned t = dr_self->number;
	do {
		if (given[t] == EACH || FIRST + (t + 1) * EACH > APART) {
			if (channel)
				dr_unsupported("so many pipes and sockets");
			return made;
		}
	} while (is_open((int)(FIRST + t * EACH + given[t]++)));
	return (int)move(made, (int)(FIRST + t * EACH + given[t] - 1));
}

void dr_numbers_new(int *made, unsigned n, int least, int channel, const void *site)
{
	if (dr_numbers_exact()) {
		lowest(made, n, least, site);
		return;
	}
	for (unsigned i = 0; i < n; i++) {
		if (!least && (channel || !is_alone())) {
			int number = closed_before(made[i]);
			made[i] = number < 0 ? fresh(made[i], channel) : reuse(made[i], number);
		}
		dr_number_replaced(made[i]);
	}
}

int dr_number_new_apart(int made)
{
	return (int)move(made, APART);
}
