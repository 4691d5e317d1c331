/*
 * The program's open files by number (file-table.h), and the calls on the numbers themselves: close, shutdown and dup
 * (POSIX.1-2017). Weak, as in strtok.c.
 */
#define DRISTA_DEFINES_KERNEL
#include "prim/digest.h"
#include "io/file-table.h"
#include "fiber/fiber.h"
#include "io/calls.h"
#include "io/descriptions.h"
#include "io/numbers.h"
#include "pthread/cancel.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct dr_file file[DR_FILES];
static struct dr_file *of[DR_FILES];

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

static void refer(int number, struct dr_file *f)
{
	if (number >= DR_FILES)
		dr_unsupported("so many pipes and sockets");
	of[number] = f;
	f->numbers++;
}

int dr_file_number(struct dr_file *f, int kernel, const void *site)
{
	dr_numbers_new(&kernel, 1, 0, 1, site);
	refer(kernel, f);
	return kernel;
}

void dr_file_numbers(struct dr_file *const f[2], int kernel[2], const void *site)
{
	dr_numbers_new(kernel, 2, 0, 1, site);
	refer(kernel[0], f[0]);
	refer(kernel[1], f[1]);
}

void dr_file_copy(int from, int to)
{
	struct dr_file *f = dr_file_of(from);
	if (f)
		refer(to, f);
}

int dr_file_number_later(struct dr_file *f, int kernel, const void *site)
{
	if (!dr_numbers_exact())
		return dr_file_number(f, kernel, site);
	int number = dr_number_new_apart(kernel);
	refer(number, f);
	return number;
}

int dr_file_number_now(int waiting, const void *site)
{
	if (!dr_numbers_exact())
		return waiting;
	struct dr_file *f = of[waiting];
	of[waiting] = NULL;
	f->numbers--;
	return dr_file_number(f, waiting, site);
}

static void count(struct dr_file *f, unsigned n)
{
	f->counted += n;
	if (f->in)
		f->in->counted += n;
	if (f->out && f->out != f->in)
		f->out->counted += n;
}

void dr_file_count(struct dr_file *f)
{
	if (f)
		count(f, 1);
}

/* What the file was is not used again in the run: a listener may still be found by its address, or not. */
static void forget(int number)
{
	struct dr_file *f = of[number];
	if (f->counted)
		count(f, -1u);
	if (--f->numbers == 0 && f->kind == DR_STREAM) {
		if (f->in)
			f->in->no_reader = 1;
		if (f->out)
			f->out->no_writer = 1;
	}
	if (f->numbers == 0 && f->kind == DR_LISTENER)
		f->in->no_reader = 1;
	of[number] = NULL;
}

long dr_file_drop(int number)
{
	if (dr_file_of(number))
		forget(number);
	return dr_kernel(SYS_close, number, 0, 0, 0, 0, 0);
}

/* With the channel of the number locked, where there is one. */
static void begin_on_number(struct dr_call *call, int changes)
{
	dr_call_on(call, dr_number_of(call->file, changes));
	if (call->count)
		dr_call_begin(call);
	dr_number_used(call->file);
}

struct dr_call dr_file_call(const char *name, int number, const void *site, uint64_t spin)
{
	struct dr_call call = {.name = name, .file = number, .held = {number, 0}, .site = site, .spin = spin};
	dr_file_call_begin(&call);
	return call;
}

void dr_file_call_begin(struct dr_call *call)
{
	uint64_t spin = call->spin;
	int point = call->point;
	begin_on_number(call, 0);
	call->held.number = call->file;
	if (!call->count || dr_file_of(call->file))
		return;
	dr_number_keep(&call->held, call->file);
	dr_call_end(call);
	*call = (struct dr_call){.name = call->name, .file = call->file, .held = call->held, .site = call->site};
	call->point = point;
	call->spin = spin ? dr_digest(spin, 1) : 0;
}

void dr_file_call_over(struct dr_call *call)
{
	struct dr_file *f = call->held.apart ? dr_file_of(call->held.number) : NULL;
	if (!f) {
		dr_number_release(&call->held);
		return;
	}
	dr_call_on(call, f->in);
	dr_call_on(call, f->out);
	dr_call_begin(call);
	dr_number_release(&call->held);
	dr_call_end(call);
}

/* Begins a call that depends on the number and on both ends of the file for which it stands. */
static struct dr_file *begin_on_ends(struct dr_use *u, int changes)
{
	begin_on_number(&u->call, changes);
	struct dr_file *f = dr_file_of(u->call.file);
	struct dr_description *d = f || !changes ? NULL : dr_description_of(u->call.file);
	dr_call_on(&u->call, f ? f->in : NULL);
	dr_call_on(&u->call, f ? f->out : NULL);
	if (d && d->held)
		dr_use_of(u, d->file, 1, 1);
	dr_use_begin(u);
	return f;
}

static void end_on_ends(struct dr_use *u, int changed, uint64_t effect, long result)
{
	if (u->count)
		dr_use_end(u, changed, effect, (uint64_t)result);
	else
		dr_call_end(&u->call);
}

/* The last number that refers to the file takes its ends away. */
DEFINE(int, close, int number)
{
	struct dr_use u = {.call = {.name = "close", .file = number, .site = DR_SITE}};
	dr_cancel_point(0, DR_SITE);
	if (!dr_self)
		return (int)SYSTEM(SYS_close, (long)number);
	begin_on_ends(&u, 1);
	long r = dr_file_drop(number);
	if (r == 0)
		dr_number_closed(number);
	dr_description_forget(number);
	end_on_ends(&u, r == 0, SYS_close, r);
	return (int)dr_result(r);
}

DEFINE(int, shutdown, int number, int how)
{
	struct dr_use u = {.call = {.name = "shutdown", .file = number, .site = DR_SITE}};
	if (!dr_self)
		return (int)SYSTEM(SYS_shutdown, (long)number, (long)how);
	struct dr_file *f = begin_on_ends(&u, 0);
	if (f && how != SHUT_RD && f->out)
		f->out->no_writer = 1;
	if (f && how != SHUT_WR && f->in)
		f->in->no_reader = 1;
	long r = dr_kernel(SYS_shutdown, number, how, 0, 0, 0, 0);
	end_on_ends(&u, 0, 0, r);
	return (int)dr_result(r);
}

/* A call gives the file one more number. */
static void begin_counting(struct dr_call *call, struct dr_file *f)
{
	dr_call_on(call, f->in);
	dr_call_on(call, f->out);
	dr_call_begin(call);
	dr_file_count(f);
}

/* While the program's number is not known yet, the kernel's refers to the file. */
int dr_duplicate(int number, int how, int least, const void *site)
{
	struct dr_call call = {.name = "dup", .file = number, .site = site};
	begin_on_number(&call, 0);
	struct dr_file *f = dr_file_of(number);
	if (call.count && f)
		begin_counting(&call, f);
	long kernel = dr_kernel(SYS_fcntl, number, how, least, 0, 0, 0);
	if (call.count)
		dr_call_end(&call);
	if (kernel < 0)
		return (int)dr_fail(kernel);
	struct dr_description *d = dr_description_of(number), copy = d ? *d : (struct dr_description){0};
	int made = (int)kernel;
	if (f)
		f->numbers++;
	dr_numbers_new(&made, 1, least, f != NULL, site);
	if (f) {
		f->numbers--;
		refer(made, f);
	}
	dr_description_set(made, d ? &copy : NULL);
	dr_description_prints_as(number, made);
	return made;
}

DEFINE(int, dup, int number)
{
	return dr_self ? dr_duplicate(number, F_DUPFD, 0, DR_SITE) : (int)SYSTEM(SYS_dup, (long)number);
}

static int duplicate(const char *name, int from, int to, int flags, const void *site)
{
	if (!dr_self || from == to) {
		dr_number_look(name, from, site, 0);
		return (int)(flags < 0 ? SYSTEM(SYS_dup2, (long)from, (long)to)
				       : SYSTEM(SYS_dup3, (long)from, (long)to, (long)flags));
	}
	struct dr_use u = {.call = {.name = name, .file = to, .site = site}};
	struct dr_channel *source = dr_number_of(from, 0);
	dr_call_on(&u.call, source);
	struct dr_file *closed = begin_on_ends(&u, 1), *f = dr_file_of(from);
	if (source && f)
		begin_counting(&u.call, f);
	long r = dr_kernel(SYS_dup3, from, to, flags < 0 ? 0 : flags, 0, 0, 0);
	if (r >= 0) {
		if (closed)
			forget(to);
		dr_file_copy(from, to);
		dr_description_copy(from, to);
		dr_number_replaced(to);
	}
	end_on_ends(&u, r >= 0, SYS_dup2, r);
	return (int)dr_result(r);
}

DEFINE(int, dup2, int from, int to)
{
	return duplicate("dup2", from, to, -1, DR_SITE);
}
DEFINE(int, dup3, int from, int to, int flags)
{
	return duplicate("dup3", from, to, flags, DR_SITE);
}
