/* Calls on libc's streams without a buffer of the program (streams.h); the others are in files.c and print.c. */
#define DRISTA_DEFINES_KERNEL
#include "memory/plain.h"
#include "symbolic/before-main.h"
#include "prim/digest.h"
#include "io/memory-streams.h"
#include "io/stream-calls.h"
#include "io/stream-locks.h"
#include "io/crash.h"
#include "io/exclusive-run.h"
#include "memory/interposed.h"
#include "io/file-table.h"
#include "io/mapped.h"
#include "io/numbers.h"
#include "io/printed.h"
#include "memory/blocks.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio_ext.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct dr_description *description(FILE *file)
{
	return dr_self && file ? dr_description_of(dr_stream_number(file)) : NULL;
}

static int is_wide(FILE *file)
{
	return file->_mode > 0;
}

static int number_of(FILE *file)
{
	return dr_self && file ? dr_stream_number(file) : -1;
}

int dr_stream_shared(FILE *file)
{
	int number = number_of(file);
	if (!dr_self || !file)
		return 0;
	return (file != stdout && file != stderr) || description(file) != NULL || dr_number_of(number, 0) != NULL ||
	       dr_prints(number);
}

/* Announces that libc reads or writes a mapped file: its bytes from the stream's offset on, or all if that is unknown.
 * `more`: bytes that are not in the buffer yet. */
static void mapped(FILE *file, int write, size_t more, const void *site)
{
	int number = dr_stream_number(file), wide = file->_mode > 0;
	long kernels = dr_kernel(SYS_lseek, number, 0, SEEK_CUR, 0, 0, 0);
	int64_t ahead = file->_IO_read_end - file->_IO_read_ptr, at = wide || kernels < ahead ? 0 : kernels - ahead;
	if (dr_kernel(SYS_fcntl, number, F_GETFL, 0, 0, 0, 0) & O_APPEND)
		at = write ? -1 : at;
	if (write && (wide || __fpending(file) + more))
		dr_mapped_access(number, at, wide ? SIZE_MAX : __fpending(file) + more, DR_WRITES, site);
	else
		dr_mapped_access(number, at, wide ? SIZE_MAX : BUFSIZ, DR_READS, site);
}

/* The cell of a stream of memory or of a cookie, which has no descriptor: indexed by its address, which does not depend
 * on the schedule. */
static struct dr_channel *cell_without_descriptor(FILE *file)
{
	if (!dr_self || !file || number_of(file) >= 0)
		return NULL;
	char name[2 * sizeof(uint64_t) + 1] = {0};
	for (unsigned i = 0; i < 2 * sizeof(uint64_t); i++)
		name[i] = (char)('a' + ((uint64_t)file >> 4 * i & 15));
	return dr_cell_of(name, 2);
}

#define NO_WRITES 8 /* glibc's _IO_NO_WRITES */

/* Another thread may use the stream while this one waits. Then the call may reach further than expected, and waits
 * again. */
struct dr_stream_use dr_stream_begin_part(const char *name, FILE *file, struct dr_stream_access a, const void *site)
{
	int number = number_of(file);
	struct dr_description *d = description(file);
	struct dr_stream_use s = {
		.use.call = {.name = name, .file = d ? number : -1, .site = site}, .input.input = DR_NO_INPUT};
	for (; d; dr_use_end(&s.use, 0, 0, 1)) {
		enum dr_reach reach = dr_stream_reach(file, &a);
		s.use = (struct dr_use){.call = {.name = name, .file = number, .site = site}};
		if (reach != DR_BUFFER || a.act == DR_CLOSE)
			dr_call_on(&s.use.call, dr_number_of(number, a.act == DR_CLOSE));
		if (reach == DR_WRITES_FILE) {
			dr_run_exclusively();
			dr_crash_number(number, site);
		}
		if (reach != DR_BUFFER)
			dr_use_of(&s.use, d->file, reach == DR_WRITES_FILE, reach == DR_WRITES_FILE);
		dr_use_of(&s.use, d->offset, 1, 1);
		if (!(file->_flags & NO_WRITES))
			dr_crash_use_buffer(&s.use);
		dr_use_begin(&s.use);
		dr_stream_still_alive(file, site);
		if (dr_stream_reach(file, &a) > reach)
			continue;
		s.pending = dr_stream_pending(file);
		if (reach != DR_BUFFER)
			mapped(file, reach == DR_WRITES_FILE, a.act == DR_PUT ? a.size : 0, site);
		s.reads = reach != DR_BUFFER && (a.act == DR_GET || a.act == DR_LINE || a.act == DR_SEEK) ? file : NULL;
		break;
	}
	struct dr_channel *cell = d ? NULL : cell_without_descriptor(file),
			  *descriptor = d || number < 0 ? NULL : dr_number_of(number, a.act == DR_CLOSE);
	if (cell || descriptor) {
		dr_use_of(&s.use, cell, 1, 1);
		dr_call_on(&s.use.call, descriptor);
		dr_use_begin(&s.use);
		dr_stream_still_alive(file, site);
	}
	return s;
}

/* Up to where the bytes in the buffer of standard output are events. */
static const char *announced;

void dr_streams_before_main(void)
{
	announced = stdout->_IO_write_ptr;
}

void dr_stream_announce(FILE *file, const void *site)
{
	const char *from = announced, *to;
	if (!dr_prints(number_of(file)) || is_wide(file))
		return;
	to = file->_IO_write_ptr;
	announced = to;
	if (from < file->_IO_write_base || from > to) /* the program has given it another buffer */
		from = file->_IO_write_base;
	if (from < to)
		dr_printed(from, (size_t)(to - from), site);
}

/* Where the call puts bytes on standard output, that is an event. */
static void print(FILE *file, const struct dr_stream_access *a, const void *site)
{
	dr_stream_announce(file, site);
	if ((a->act != DR_PUT && a->act != DR_PUT_WIDE) || !dr_prints(number_of(file)))
		return;
	if (a->act == DR_PUT_WIDE)
		dr_unsupported_at("wide characters on standard output (`drista outcomes`)", site);
	dr_printed(a->bytes, a->size, site);
}

#define USER_BUFFER 1 /* glibc's _IO_USER_BUF: libc did not allocate the buffer */

int dr_stream_has_buffer_of_program(const FILE *file)
{
	return dr_self && file && (file->_flags & USER_BUFFER) && file->_IO_buf_base != file->_shortbuf &&
	       !dr_is_given_buffer(file->_IO_buf_base);
}

/*
 * Does the call change nothing but the output? What is printed to a pipe or terminal is not read again, so a loop that
 * prints while it waits counts as waiting.
 */
static int only_prints(FILE *file, const struct dr_stream_access *a)
{
	int prints = a->act == DR_PUT || a->act == DR_PUT_WIDE || a->act == DR_FLUSH;
	return prints && (file == stdout || file == stderr) && !description(file) &&
	       !dr_stream_has_buffer_of_program(file);
}

static struct dr_stream_use begin(const char *name, FILE *file, struct dr_stream_access a, const void *site)
{
	if (!only_prints(file, &a)) /* the buffer, the position, the state of the conversion, what is at the end */
		dr_changed();
	print(file, &a, site);
	struct dr_call which = dr_stream_hold(name, file, 0, site);
	if (which.count)
		dr_stream_still_alive(file, site);
	struct dr_stream_use s = dr_stream_begin_part(name, file, a, site);
	s.which = which;
	s.input = dr_stream_input(file, name, site);
	if (!dr_self && a.act == DR_GET) /* as std::cin does in a static initialiser */
		dr_before_main_reads(name, site);
	if (a.act == DR_PUT && dr_stream_has_buffer_of_program(file))
		dr_outside_hidden(a.bytes, a.size, name, site);
	else if (a.act == DR_PUT)
		dr_outside_written(number_of(file), a.bytes, a.size, name, site);
	s.prints = dr_prints(number_of(file)) && !is_wide(file) ? file : NULL;
	return s;
}

struct dr_stream_use dr_stream_begin(const char *name, FILE *file, struct dr_stream_access a, const void *site)
{
	dr_stream_alive(file, site);
	int locked = file && dr_stream_lock(file, site);
	struct dr_stream_use s = begin(name, file, a, site);
	s.locked = locked ? file : NULL;
	return s;
}

struct dr_stream_use dr_stream_begin_unlocked(const char *name, FILE *file, struct dr_stream_access a, const void *site)
{
	dr_stream_without_lock(file, site);
	return begin(name, file, a, site);
}

static void end(struct dr_stream_use *s, const void *bytes, size_t size)
{
	if (!s->use.count && !s->use.call.count)
		return;
	uint64_t digest = dr_digest_bytes(1, bytes, size);
	/* The bytes in the buffer will be read without another access to the file. */
	uint64_t seen = s->reads ? dr_digest(digest, dr_stream_ahead(s->reads)) : digest;
	dr_use_end(&s->use, 1, dr_digest(digest, s->pending), seen);
}

void dr_stream_end(struct dr_stream_use *s, const void *bytes, size_t size)
{
	dr_stream_input_buffer(&s->input);
	if (s->prints)
		announced = s->prints->_IO_write_ptr;
	end(s, bytes, size);
	dr_stream_release(&s->which, NULL);
	if (s->locked)
		dr_stream_unlock(s->locked);
}

/* The common part of functions that return a byte, or EOF. `begins`: dr_stream_begin, or dr_stream_begin_unlocked. */
static int get_one(
	int (*real)(FILE *), __typeof__(&dr_stream_begin) begins, const char *name, FILE *file, const void *site)
{
	struct dr_stream_use u = begins(name, file, GETS(1), site);
	int r = real(file);
	dr_stream_input_returns(&u.input, r);
	dr_stream_end(&u, &r, sizeof r);
	return r;
}

#define GETS_ONE(begins, name, by, file, parameters) \
	DR_WRAPPER(int, name, parameters) \
	{ \
		static int (*real)(FILE *); \
		dr_real_one(&real, #by); \
		return get_one(real, begins, #name, file, DR_SITE); \
	}
GETS_ONE(dr_stream_begin, fgetc, fgetc, file, (FILE * file))
GETS_ONE(dr_stream_begin, getc, getc, file, (FILE * file))
GETS_ONE(dr_stream_begin, _IO_getc, _IO_getc, file, (FILE * file))
GETS_ONE(dr_stream_begin, getchar, getc, stdin, (void))
GETS_ONE(dr_stream_begin_unlocked, fgetc_unlocked, fgetc_unlocked, file, (FILE * file))
GETS_ONE(dr_stream_begin_unlocked, getc_unlocked, getc_unlocked, file, (FILE * file))
GETS_ONE(dr_stream_begin_unlocked, getchar_unlocked, getc_unlocked, stdin, (void))
GETS_ONE(dr_stream_begin_unlocked, __uflow, __uflow, file, (FILE * file))

WEAK int dr_ungetc(int c, FILE *file) __asm__("ungetc");
int dr_ungetc(int c, FILE *file)
{
	static int (*real)(int, FILE *);
	dr_real_one(&real, "ungetc");
	struct dr_stream_use u = dr_stream_begin("ungetc", file, ACT(DR_STATE), DR_SITE);
	dr_stream_input_unget(&u.input, c);
	int r = real(c, file);
	dr_stream_end(&u, &r, sizeof r);
	return r;
}

PASSES(int, fputc, PUTS, (int c, FILE *file), (c, file))
PASSES(int, putc, PUTS, (int c, FILE *file), (c, file))
PASSES(int, _IO_putc, PUTS, (int c, FILE *file), (c, file))
PASSES(int, fseek, ACT(DR_SEEK), (FILE * file, long to, int from), (file, to, from))
PASSES(int, fseeko, ACT(DR_SEEK), (FILE * file, off_t to, int from), (file, to, from))
PASSES(int, fseeko64, ACT(DR_SEEK), (FILE * file, off_t to, int from), (file, to, from))
PASSES(long, ftell, ACT(DR_TELL), (FILE * file), (file))
PASSES(off_t, ftello, ACT(DR_TELL), (FILE * file), (file))
PASSES(off_t, ftello64, ACT(DR_TELL), (FILE * file), (file))
PASSES(int, feof, ACT(DR_STATE), (FILE * file), (file))

PASSES(int, fgetpos, ACT(DR_TELL), (FILE * file, fpos_t *to), (file, to))
PASSES(int, fgetpos64, ACT(DR_TELL), (FILE * file, fpos64_t *to), (file, to))
PASSES(int, fsetpos, ACT(DR_SEEK), (FILE * file, const fpos_t *to), (file, to))
PASSES(int, fsetpos64, ACT(DR_SEEK), (FILE * file, const fpos64_t *to), (file, to))
PASSES(int, ferror, ACT(DR_STATE), (FILE * file), (file))
PASSES(int, setvbuf, ACT(DR_FLUSH), (FILE * file, char *buffer, int mode, size_t size), (file, buffer, mode, size))
PASSES(int, fileno, ACT(DR_STATE), (FILE * file), (file))
UNLOCKED(int, fileno_unlocked, ACT(DR_STATE), (FILE * file), (file))
UNLOCKED(int, fputc_unlocked, PUTS, (int c, FILE *file), (c, file))
UNLOCKED(int, putc_unlocked, PUTS, (int c, FILE *file), (c, file))
UNLOCKED(int, fflush_unlocked, ACT(DR_FLUSH), (FILE * file), (file))
UNLOCKED(int, feof_unlocked, ACT(DR_STATE), (FILE * file), (file))
UNLOCKED(int, ferror_unlocked, ACT(DR_STATE), (FILE * file), (file))

/* Called by the program's own putc_unlocked where the buffer has no room, so whether it is called depends on what
 * others have printed: a byte that it leaves in the buffer is announced with those that come after it. */
WEAK int dr___overflow(FILE *file, int c) __asm__("__overflow");
int dr___overflow(FILE *file, int c)
{
	static int (*real)(FILE *, int);
	dr_real_one(&real, "__overflow");
	int prints = dr_prints(number_of(file));
	struct dr_stream_access put = PUTS;
	if (prints)
		put.act = DR_STATE; /* announces what is in the buffer */
	struct dr_stream_use u = dr_stream_begin_unlocked("__overflow", file, put, DR_SITE);
	int r = real(file, c);
	dr_stream_end(&u, &r, sizeof r);
	if (prints && file->_IO_write_ptr > file->_IO_write_base)
		announced = file->_IO_write_ptr - 1;
	else if (prints)
		dr_printed(put.bytes, 1, DR_SITE);
	return r;
}

PASSES_VOID(rewind, ACT(DR_SEEK), (FILE * file), (file))
PASSES_VOID(clearerr, ACT(DR_STATE), (FILE * file), (file))
PASSES_VOID(setbuf, ACT(DR_FLUSH), (FILE * file, char *buffer), (file, buffer))
PASSES_VOID(setbuffer, ACT(DR_FLUSH), (FILE * file, char *buffer, size_t size), (file, buffer, size))
PASSES_VOID(setlinebuf, ACT(DR_FLUSH), (FILE * file), (file))
WEAK int dr_putchar_unlocked(int c) __asm__("putchar_unlocked");
int dr_putchar_unlocked(int c)
{
	return dr_putc_unlocked(c, stdout);
}

UNLOCKED_VOID(clearerr_unlocked, ACT(DR_STATE), (FILE * file), (file))

/* The files that it writes are not known before: the call depends on all that are open for writing. */
static int flush_all(int (*real)(FILE *), const void *site)
{
	extern FILE *_IO_list_all;
	uint64_t effect = 0;
	struct dr_use u = {.call = dr_file_call("fflush", -1, site, 0)};
	dr_use_of_all(&u);
	dr_use_begin(&u);
	for (FILE *file = _IO_list_all; file; file = file->_chain) {
		struct dr_description *d = description(file);
		uint64_t pending = d ? dr_stream_pending(file) : 0;
		if (pending)
			mapped(file, 1, 0, site);
		effect += pending;
		for (unsigned i = 0; pending && i < u.count; i++)
			u.of[i].changes |= u.of[i].cell == d->file || u.of[i].cell == d->offset;
	}
	int r = real(NULL);
	dr_use_end(&u, effect != 0, effect, (uint64_t)r);
	return r;
}

WEAK int fflush(FILE *file);
int fflush(FILE *file)
{
	REAL(fflush);
	if (!file && dr_self)
		return flush_all(real, DR_SITE);
	struct dr_stream_use u = dr_stream_begin("fflush", file, ACT(DR_FLUSH), DR_SITE);
	int r = real(file);
	dr_memory_stream_written(file, 0, DR_SITE);
	dr_stream_end(&u, &r, sizeof r);
	return r;
}

WEAK int fclose(FILE *file);
int fclose(FILE *file)
{
	REAL(fclose);
	struct dr_stream_use u = dr_stream_begin("fclose", file, ACT(DR_CLOSE), DR_SITE);
	int number = number_of(file);
	dr_block_freed_by(file, DR_SITE);
	dr_stream_input_forget(file);
	u.input.file = NULL;
	int r = real(file);
	dr_memory_stream_written(file, 1, DR_SITE);
	if (number >= 0)
		dr_number_closed(number);
	dr_description_forget(number);
	dr_stream_end(&u, &r, sizeof r);
	return r;
}
