/* Which byte of a symbolic file a call on a stream gets (stream-input.h). */
#define DRISTA_DEFINES_KERNEL
#include "io/stream-input.h"
#include "io/streams.h"
#include "symbolic/symbolic.h"

#include <sys/syscall.h>
#include <unistd.h>

#define IN_BACKUP 0x100 /* glibc's _IO_IN_BACKUP: what ungetc has put there comes first */

static int is_in_backup(const FILE *file)
{
	return (file->_flags & IN_BACKUP) != 0;
}

/* The offset of the end of the buffer in the file. */
static uint64_t end_of_buffer(const FILE *file)
{
	return (uint64_t)dr_kernel(SYS_lseek, dr_stream_number(file), 0, SEEK_CUR, 0, 0, 0);
}

struct dr_stream_input dr_stream_input(FILE *file, const char *name, const void *site)
{
	struct dr_stream_input s = {.input = DR_NO_INPUT, .name = name, .site = site};
	if (!dr_symbolic_outside || !dr_self || !file)
		return s;
	s.file = file;
	s.input = dr_outside_of(dr_stream_number(file));
	if (s.input == DR_NO_INPUT)
		return s;
	size_t left = (size_t)(file->_IO_read_end - file->_IO_read_ptr);
	if (is_in_backup(file)) {
		s.pushed = left;
		left = (size_t)(file->_IO_save_end - file->_IO_save_base);
	}
	s.at = end_of_buffer(file) - left;
	return s;
}

void dr_stream_input_got(const struct dr_stream_input *s, const void *bytes, size_t size)
{
	if (!s->file)
		return;
	size_t pushed = size < s->pushed ? size : s->pushed;
	dr_outside_got(bytes, pushed, DR_NO_INPUT, 0, s->site);
	dr_outside_got((const char *)bytes + pushed, size - pushed, s->input, s->at, s->site);
}

size_t dr_stream_input_rest(const struct dr_stream_input *s, uint8_t *bytes, size_t room)
{
	long n = dr_kernel(SYS_pread64, dr_outside_number(s->input), (long)bytes, (long)room, (long)s->at, 0, 0);
	if (n > 0)
		dr_outside_got(bytes, (size_t)n, s->input, s->at, s->site);
	return n < 0 ? 0 : (size_t)n;
}

void dr_stream_input_returns(const struct dr_stream_input *s, int byte)
{
	uint8_t got = (uint8_t)byte;
	if (!s->file || byte == EOF)
		return;
	dr_stream_input_got(s, &got, 1);
	uint64_t e = dr_symbolic_load(&got, 1);
	dr_symbolic_clear(&got, 1);
	dr_symbolic_returns(e ? dr_expression(DR_SYMBOLIC_ZEXT, 32, e, 0, got) : 0);
}

void dr_stream_input_pin(const struct dr_stream_input *s)
{
	uint8_t byte;
	if (!s->file || s->input == DR_NO_INPUT)
		return;
	struct dr_stream_input now = dr_stream_input(s->file, s->name, s->site);
	for (uint64_t at = s->at; at <= now.at; at++)
		if (dr_kernel(SYS_pread64, dr_outside_number(s->input), (long)&byte, 1, (long)at, 0, 0) == 1) {
			dr_stream_input_got(s, &byte, 1); /* the input is read */
			dr_symbolic_clear(&byte, 1);
			dr_symbolic_pin(dr_outside_byte(s->input, at, byte), s->site);
		}
}

/* glibc goes back one byte where that is the one which comes back (_IO_sputbackc). What is pinned is a number
 * as any other from then on. */
void dr_stream_input_unget(const struct dr_stream_input *s, int byte)
{
	uint64_t e = dr_symbolic_argument(0), last = 0;
	if (!s->file || s->input == DR_NO_INPUT || byte == EOF) {
		dr_symbolic_pin(e, s->site);
		return;
	}
	const FILE *file = s->file;
	if (!is_in_backup(file) && file->_IO_read_ptr > file->_IO_read_base) {
		uint8_t there = (uint8_t)file->_IO_read_ptr[-1];
		last = dr_outside_byte(s->input, s->at - 1, there);
		if (last && e == dr_expression(DR_SYMBOLIC_ZEXT, 32, last, 0, there))
			return dr_symbolic_returns(e);
		uint64_t constant = dr_expression_constant(8, (uint8_t)byte);
		dr_symbolic_branch(dr_expression(DR_SYMBOLIC_EQ, 1, last, constant, there == (uint8_t)byte), s->site);
	}
	dr_symbolic_pin(e, s->site);
}

void dr_stream_input_buffer(const struct dr_stream_input *s)
{
	static struct {
		const FILE *file;
		const char *from, *to;
		uint64_t end;
	} last;
	if (!s->file)
		return;
	const FILE *file = s->file;
	if (file->_mode > 0 && s->input != DR_NO_INPUT) {
		dr_symbolic_unseen_always(s->name, s->site);
		return;
	}
	const char *from = file->_IO_read_base, *to = file->_IO_read_end;
	if (is_in_backup(file) || from >= to)
		return;
	uint64_t end = end_of_buffer(file);
	if (last.file == file && last.from == from && last.to == to && last.end == end)
		return;
	last.file = file, last.from = from, last.to = to, last.end = end;
	dr_outside_got(from, (size_t)(to - from), s->input, end - (uint64_t)(to - from), s->site);
}

void dr_stream_input_forget(FILE *file)
{
	if (dr_symbolic_outside && file->_IO_buf_base)
		dr_symbolic_clear(file->_IO_buf_base, (size_t)(file->_IO_buf_end - file->_IO_buf_base));
}
