/* Reading and writing files: the buffers are the program's memory (libc.h). What threads may wait in is in talk.c. */
#include "libc.h"
#include "random.h"

#include <stdio.h>
#include <unistd.h>

/* ssize_t name(int file, buffer, size_t size, more) */
#define OUTPUT(name, more, given) \
	WEAK ssize_t dr_##name(int file, const void *from, size_t size DR_ALL more) __asm__(#name); \
	ssize_t dr_##name(int file, const void *from, size_t size DR_ALL more) \
	{ \
		REAL(name); \
		dr_plain_range(from, size, DR_READS, DR_SITE); \
		return real(file, from, size DR_ALL given); \
	}
#define INPUT(name, more, given) \
	WEAK ssize_t dr_##name(int file, void *to, size_t size DR_ALL more) __asm__(#name); \
	ssize_t dr_##name(int file, void *to, size_t size DR_ALL more) \
	{ \
		REAL(name); \
		if (!dr_self) \
			return real(file, to, size DR_ALL given); \
		size_t room = size; \
		void *made = dr_scratch(&room); \
		ssize_t n = real(file, made, size < room ? size : room DR_ALL given); \
		if (n > 0) \
			dr_writes(to, made, (size_t)n < size ? (size_t)n : size, DR_SITE); \
		dr_scratch_done(made, room); \
		return n; \
	}
#define DR_ALL(...) __VA_ARGS__

OUTPUT(pwrite, (, off_t at), (, at))
INPUT(pread, (, off_t at), (, at))

WEAK int puts(const char *text);
WEAK int fputs(const char *text, FILE *file);
WEAK size_t fwrite(const void *from, size_t size, size_t count, FILE *file);
WEAK size_t fread(void *to, size_t size, size_t count, FILE *file);
WEAK char *fgets(char *to, int room, FILE *file);
WEAK ssize_t getdelim(char **line, size_t *room, int end, FILE *file);
WEAK ssize_t __getdelim(char **line, size_t *room, int end, FILE *file);
WEAK ssize_t dr_getline(char **line, size_t *room, FILE *file) __asm__("getline"); /* <stdio.h> defines it in line */

int puts(const char *text)
{
	REAL(puts);
	dr_reads_text(text, SIZE_MAX, DR_SITE);
	return real(text);
}

int fputs(const char *text, FILE *file)
{
	REAL(fputs);
	dr_reads_text(text, SIZE_MAX, DR_SITE);
	return real(text, file);
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *file)
{
	REAL(fwrite);
	dr_plain_range(from, size * count, DR_READS, DR_SITE);
	return real(from, size, count, file);
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
		size_t n = real(made, 1, part, file);
		if (n && dr_random_file(fileno(file)))
			dr_random_bytes(made, n);
		dr_writes((char *)to + done, made, n, DR_SITE);
		done += n;
		if (n < part)
			break;
	}
	return size ? done / size : 0;
}

/* One line or so, at most so many characters, in memory of ours; its length. */
static size_t line_of(FILE *file, int end, char *made, size_t most)
{
	size_t n = 0;
	while (n < most) {
		int c = getc(file);
		if (c == EOF)
			break;
		made[n++] = (char)c;
		if (c == end)
			break;
	}
	return n;
}

char *fgets(char *to, int room, FILE *file)
{
	REAL(fgets);
	if (!dr_self || room <= 1)
		return real(to, room, file);
	size_t size = (size_t)room;
	char *made = dr_scratch(&size);
	size_t n = line_of(file, '\n', made, (size_t)room - 1);
	made[n] = 0;
	if (n)
		dr_writes(to, made, n + 1, DR_SITE);
	dr_scratch_done(made, size);
	return n ? to : NULL;
}

static ssize_t delimited(char **line, size_t *room, int end, FILE *file, const void *site)
{
	void *realloc(void *, size_t);
	dr_plain_range(line, sizeof *line, DR_READS, site);
	dr_plain_range(room, sizeof *room, DR_READS, site);
	char *to = *line;
	size_t has = to ? *room : 0, length = 0;
	for (;;) {
		if (has < length + 2) {
			has = has < 60 ? 120 : 2 * has;
			if (!(to = realloc(to, has)))
				return -1;
			dr_writes(line, &to, sizeof to, site);
			dr_writes(room, &has, sizeof has, site);
		}
		size_t size = DR_SCRATCH, most = has - length < size ? has - length : size;
		char *made = dr_scratch(&size);
		size_t n = line_of(file, end, made, most - 1);
		if (!n)
			return length ? (ssize_t)length : -1;
		made[n] = 0;
		dr_writes(to + length, made, n + 1, site);
		length += n;
		if (to[length - 1] == (char)end)
			return (ssize_t)length;
	}
}

ssize_t getdelim(char **line, size_t *room, int end, FILE *file) { return delimited(line, room, end, file, DR_SITE); }
ssize_t __getdelim(char **line, size_t *room, int end, FILE *file) { return delimited(line, room, end, file, DR_SITE); }
ssize_t dr_getline(char **line, size_t *room, FILE *file) { return delimited(line, room, '\n', file, DR_SITE); }
