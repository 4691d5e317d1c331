/*
 * stdio functions with buffers of the program: fread, fwrite, fgets, getline and so on (C11 7.21.7, 7.21.8). They
 * announce their accesses to those buffers (interposed.h). Descriptors are in transfer.c and regular.c.
 */
#include "memory/plain.h"
#include "memory/interposed.h"
#include "libc/random.h"
#include "io/streams.h"
#include "io/stream-locks.h"
#include "symbolic/symbolic.h"

#include <stdio.h>
#include <unistd.h>

/* <bits/stdio.h> has macros of these names. */
#undef fread_unlocked
#undef fwrite_unlocked

WEAK int puts(const char *text);
WEAK int fputs_unlocked(const char *text, FILE *file);
WEAK size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *file);
WEAK size_t fread_unlocked(void *to, size_t size, size_t count, FILE *file);
WEAK char *fgets_unlocked(char *to, int room, FILE *file);
WEAK int fputs(const char *text, FILE *file);

/* dr_stream_begin, or dr_stream_begin_unlocked. */
typedef struct dr_stream_use begin(const char *name, FILE *file, struct dr_stream_access access, const void *site);

/* The common part of fputs and fputs_unlocked; `real`: libc's function of the name. */
static int put_text(int (*real)(const char *, FILE *), begin *begins, const char *name, const char *text, FILE *file,
	const void *site)
{
	dr_reads_text(text, SIZE_MAX, site);
	size_t length = dr_length(text, SIZE_MAX);
	struct dr_stream_use u = begins(name, file, (struct dr_stream_access){DR_PUT, text, length, 0}, site);
	int r = real(text, file);
	dr_stream_end(&u, text, length);
	return r;
}

struct items {
	const void *from;
	size_t size, count;
};

/* The common part of fwrite and fwrite_unlocked. */
static size_t put_items(size_t (*real)(const void *, size_t, size_t, FILE *), begin *begins, const char *name,
	struct items items, FILE *file, const void *site)
{
	size_t all = items.size * items.count;
	dr_plain_range(items.from, all, DR_READS, site);
	struct dr_stream_use u = begins(name, file, (struct dr_stream_access){DR_PUT, items.from, all, 0}, site);
	size_t n = real(items.from, items.size, items.count, file);
	dr_stream_end(&u, items.from, n * items.size);
	return n;
}

WEAK int fputs_unlocked(const char *text, FILE *file)
{
	REAL(fputs_unlocked);
	return put_text(real, dr_stream_begin_unlocked, "fputs_unlocked", text, file, DR_SITE);
}

size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *file)
{
	REAL(fwrite_unlocked);
	struct items items = {from, size, count};
	return put_items(real, dr_stream_begin_unlocked, "fwrite_unlocked", items, file, DR_SITE);
}

size_t fread_unlocked(void *to, size_t size, size_t count, FILE *file)
{
	dr_stream_without_lock(file, DR_SITE);
	return fread(to, size, count, file);
}

char *fgets_unlocked(char *to, int room, FILE *file)
{
	dr_stream_without_lock(file, DR_SITE);
	return fgets(to, room, file);
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *file);
WEAK size_t fread(void *to, size_t size, size_t count, FILE *file);
WEAK char *fgets(char *to, int room, FILE *file);
WEAK ssize_t getdelim(char **line, size_t *room, int end, FILE *file);
WEAK ssize_t __getdelim(char **line, size_t *room, int end, FILE *file);
WEAK ssize_t dr_getline(char **line, size_t *room, FILE *file) __asm__("getline"); /* <stdio.h> defines it inline */

int puts(const char *text)
{
	REAL(puts);
	char line[4096]; /* a longer line exceeds any buffer, with or without its end */
	dr_reads_text(text, SIZE_MAX, DR_SITE);
	size_t length = dr_length(text, SIZE_MAX);
	const char *bytes = text;
	if (dr_symbolic_memory_used()) /* glibc's result is the length */
		dr_symbolic_length((const uint8_t *)text, SIZE_MAX, DR_SITE);
	if (length < sizeof line) {
		dr_copy(line, text, length);
		line[length++] = '\n';
		bytes = line;
	}
	struct dr_stream_use u =
		dr_stream_begin("puts", stdout, (struct dr_stream_access){DR_PUT, bytes, length, 0}, DR_SITE);
	int r = real(text);
	dr_stream_end(&u, bytes, length);
	return r;
}

WEAK int dr_putchar(int c) __asm__("putchar");
int dr_putchar(int c)
{
	static int (*real)(int);
	dr_real_one(&real, "putchar");
	char byte = (char)c;
	struct dr_stream_use u =
		dr_stream_begin("putchar", stdout, (struct dr_stream_access){DR_PUT, &byte, 1, 0}, DR_SITE);
	int r = real(c);
	dr_stream_end(&u, &byte, 1);
	return r;
}

int fputs(const char *text, FILE *file)
{
	REAL(fputs);
	return put_text(real, dr_stream_begin, "fputs", text, file, DR_SITE);
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *file)
{
	REAL(fwrite);
	return put_items(real, dr_stream_begin, "fwrite", (struct items){from, size, count}, file, DR_SITE);
}

size_t fread(void *to, size_t size, size_t count, FILE *file)
{
	REAL(fread);
	if (!dr_self)
		return real(to, size, count, file);
	size_t all = size * count, done = 0;
	while (done < all) {
		size_t room = DR_SCRATCH, part = all - done < room ? all - done : room;
		void *made = dr_scratch(&room);
		struct dr_stream_use u =
			dr_stream_begin("fread", file, (struct dr_stream_access){DR_GET, NULL, part, 0}, DR_SITE);
		size_t n = real(made, 1, part, file);
		if (n && dr_random_file(dr_stream_number(file)))
			dr_random_bytes(made, n);
		dr_stream_input_got(&u.input, made, n);
		dr_stream_end(&u, made, n);
		dr_writes((char *)to + done, made, n, DR_SITE);
		dr_symbolic_move((char *)to + done, made, n);
		done += n;
		if (n < part)
			break;
	}
	return size ? done / size : 0;
}

/* Is that symbolic byte the one which ends a line? The answer is a branch of the path. */
static void ends(const char *at, int end, const void *site)
{
	uint64_t e = dr_symbolic_load(at, 1);
	if (e)
		dr_symbolic_branch(dr_expression(DR_SYMBOLIC_EQ, 1, e, dr_expression_constant(8, (uint8_t)end),
					   (uint8_t)*at == (uint8_t)end),
			site);
}

/* Reads up to the character `end`, at most `most` characters, into the runtime's memory. Returns the length. Whether
 * the last of `most` is `end` is not asked. */
static size_t line_of(FILE *file, int end, char *made, size_t most, const void *site)
{
	static int (*real)(FILE *);
	dr_real_one(&real, "getc");
	size_t n = 0;
	struct dr_stream_use u =
		dr_stream_begin("fgets", file, (struct dr_stream_access){DR_LINE, NULL, most, end}, site);
	while (n < most) {
		int c = real(file);
		if (c == EOF)
			break;
		made[n++] = (char)c;
		if (c == end)
			break;
	}
	dr_stream_input_got(&u.input, made, n);
	for (size_t i = 0; u.input.file && i < n && i + 1 < most; i++)
		ends(made + i, end, site);
	dr_stream_end(&u, made, n);
	return n;
}

/* Copies a line and the zero behind it to the program's memory. */
static void take(char *to, const char *made, size_t length, const void *site)
{
	dr_writes(to, made, length + 1, site);
	dr_symbolic_move(to, made, length);
	dr_symbolic_clear(to + length, 1);
}

char *fgets(char *to, int room, FILE *file)
{
	REAL(fgets);
	if (!dr_self || room <= 1)
		return real(to, room, file);
	size_t size = (size_t)room;
	char *made = dr_scratch(&size);
	size_t n = line_of(file, '\n', made, (size_t)room - 1, DR_SITE);
	made[n] = 0;
	if (n)
		take(to, made, n, DR_SITE);
	dr_scratch_done(made, size);
	return n ? to : NULL;
}

static ssize_t delimited(char **line, size_t *room, int end, FILE *file, const void *site)
{
	dr_plain_range(line, sizeof *line, DR_READS, site);
	dr_plain_range(room, sizeof *room, DR_READS, site);
	char *to = *line;
	size_t has = to ? *room : 0, length = 0;
	for (;;) {
		if (has < length + 2) {
			has = has < 60 ? 120 : 2 * has;
			if (!(to = dr_programs_realloc(to, has)))
				return -1;
			dr_writes(line, &to, sizeof to, site);
			dr_writes(room, &has, sizeof has, site);
		}
		size_t size = DR_SCRATCH, most = has - length < size ? has - length : size;
		char *made = dr_scratch(&size);
		size_t n = line_of(file, end, made, most - 1, site);
		if (!n)
			return length ? (ssize_t)length : -1;
		made[n] = 0;
		take(to + length, made, n, site);
		if (n == most - 1)
			ends(made + n - 1, end, site);
		length += n;
		if (to[length - 1] == (char)end)
			return (ssize_t)length;
	}
}

ssize_t getdelim(char **line, size_t *room, int end, FILE *file)
{
	return delimited(line, room, end, file, DR_SITE);
}
ssize_t __getdelim(char **line, size_t *room, int end, FILE *file)
{
	return delimited(line, room, end, file, DR_SITE);
}
ssize_t dr_getline(char **line, size_t *room, FILE *file)
{
	return delimited(line, room, '\n', file, DR_SITE);
}
