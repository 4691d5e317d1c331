/*
 * The program's open files by number (file-table.h), and the calls on the numbers themselves: close, shutdown and dup
 * (POSIX.1-2017). Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "io/file-table.h"
#include "fiber/fiber.h"
#include "io/calls.h"
#include "io/descriptions.h"
#include "pthread/cancel.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FIRST 64 /* the first number of the threads' ranges */
#define EACH 48

static struct dr_file file[DR_FILES];
static struct dr_file *of[DR_FILES];
static unsigned given[DR_THREADS]; /* how many numbers each thread has used */

struct dr_file *dr_file_of(int number)
{
	return dr_self && number >= 0 && number < DR_FILES ? of[number] : NULL;
}

struct dr_file *dr_file_new(enum dr_file_kind kind)
{
	for (unsigned i = 0; i < DR_FILES; i++)
		if (!file[i].used) {
			file[i] = (struct dr_file){.kind = kind, .used = 1};
			return &file[i];
		}
	dr_unsupported("so many files");
}

int dr_file_number(struct dr_file *f, int kernel)
{
	int number;
	unsigned t = dr_self->number;
	do {
		if (given[t] == EACH || FIRST + (t + 1) * EACH > DR_FILES - 64)
			dr_unsupported("so many pipes and sockets");
		number = (int)(FIRST + t * EACH + given[t]++);
	} while (dr_kernel(SYS_fcntl, number, F_GETFD, 0, 0, 0, 0) >= 0);
	dr_changed();
	long flags = dr_kernel(SYS_fcntl, kernel, F_GETFD, 0, 0, 0, 0);
	dr_kernel(SYS_dup3, kernel, number, flags & FD_CLOEXEC ? O_CLOEXEC : 0, 0, 0, 0);
	dr_kernel(SYS_close, kernel, 0, 0, 0, 0, 0);
	of[number] = f;
	f->numbers++;
	return number;
}

void dr_file_forget(int number)
{
	struct dr_file *f = of[number];
	of[number] = NULL;
	f->numbers--; /* the entry in `file` is not used again in the run */
}

struct dr_call dr_file_call(const char *name, int number, const void *site, uint64_t spin)
{
	return (struct dr_call){.name = name, .file = number, .site = site, .spin = spin};
}

static int close_outside(int number, const void *site)
{
	struct dr_use u = {.call = dr_file_call("close", number, site, 0)};
	struct dr_description *d = dr_description_of(number);
	if (d)
		dr_use_of(&u, d->offset, 1, 1);
	if (d && d->held)
		dr_use_of(&u, d->file, 1, 1);
	dr_use_begin(&u);
	int r = (int)SYSTEM(SYS_close, (long)number);
	dr_use_end(&u, r == 0, SYS_close, (uint64_t)r);
	dr_description_forget(number);
	return r;
}

/* Closing the last descriptor that refers to the file closes its ends. */
DEFINE(int, close, int number)
{
	struct dr_file *f = dr_file_of(number);
	dr_cancel_point(0, DR_SITE);
	if (!f)
		return close_outside(number, DR_SITE);
	struct dr_call call = dr_file_call("close", number, DR_SITE, 0);
	dr_call_on(&call, f->in);
	dr_call_on(&call, f->out);
	dr_call_begin(&call);
	if (f->numbers == 1 && f->kind == DR_STREAM) {
		if (f->in)
			f->in->no_reader = 1;
		if (f->out)
			f->out->no_writer = 1;
	}
	if (f->numbers == 1 && f->kind == DR_LISTENER)
		f->in->no_reader = 1;
	long r = dr_kernel(SYS_close, number, 0, 0, 0, 0, 0);
	dr_file_forget(number);
	dr_call_end(&call);
	return r < 0 ? (int)dr_fail(r) : 0;
}

DEFINE(int, shutdown, int number, int how)
{
	struct dr_file *f = dr_file_of(number);
	if (!f)
		return (int)SYSTEM(SYS_shutdown, (long)number, (long)how);
	struct dr_call call = dr_file_call("shutdown", number, DR_SITE, 0);
	dr_call_on(&call, f->in);
	dr_call_on(&call, f->out);
	dr_call_begin(&call);
	if (how != SHUT_RD && f->out)
		f->out->no_writer = 1;
	if (how != SHUT_WR && f->in)
		f->in->no_reader = 1;
	long r = dr_kernel(SYS_shutdown, number, how, 0, 0, 0, 0);
	dr_call_end(&call);
	return r < 0 ? (int)dr_fail(r) : 0;
}

int dr_duplicate(int number, int how, int least)
{
	struct dr_file *f = dr_file_of(number);
	long made = dr_kernel(SYS_fcntl, number, how, least, 0, 0, 0);
	if (made < 0)
		return (int)dr_fail(made);
	if (f)
		return dr_file_number(f, (int)made);
	dr_description_copy(number, (int)made);
	return (int)made;
}

DEFINE(int, dup, int number)
{
	return dr_duplicate(number, F_DUPFD, 0);
}

static int duplicate(int from, int to, int flags)
{
	struct dr_file *f = dr_file_of(from);
	if (from == to)
		return flags < 0 ? to : (int)dr_fail(-EINVAL);
	if (dr_file_of(to))
		close(to);
	long r = dr_kernel(SYS_dup3, from, to, flags < 0 ? 0 : flags, 0, 0, 0);
	if (r < 0)
		return (int)dr_fail(r);
	if (f && to < DR_FILES) {
		of[to] = f;
		f->numbers++;
	} else
		dr_description_copy(from, to);
	return to;
}

DEFINE(int, dup2, int from, int to)
{
	return duplicate(from, to, -1);
}
DEFINE(int, dup3, int from, int to, int flags)
{
	return duplicate(from, to, flags);
}
