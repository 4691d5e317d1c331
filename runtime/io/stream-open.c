/* Calls that open streams, and those that create temporary files (streams.h). */
#define DRISTA_DEFINES_KERNEL
#include "io/faults.h"
#include "io/memory-streams.h"
#include "io/streams.h"
#include "io/stream-locks.h"
#include "io/crash.h"
#include "io/exclusive-run.h"
#include "memory/interposed.h"
#include "io/file-table.h"
#include "memory/blocks.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

extern int dr_open(const char *, int, ...) __asm__("open"), dr_close(int) __asm__("close");
extern FILE *_IO_fdopen(int, const char *);

/* The flags of open for a mode of fopen(3); -1: the mode is invalid. */
static int flags_of(const char *mode)
{
	int plus = 0, flags;
	switch (*mode) {
	case 'r': flags = 0; break;
	case 'w': flags = O_CREAT | O_TRUNC; break;
	case 'a': flags = O_CREAT | O_APPEND; break;
	default: return -1;
	}
	char first = *mode;
	for (mode++; *mode && *mode != ','; mode++)
		if (*mode == '+')
			plus = 1;
		else if (*mode == 'x')
			flags |= O_EXCL;
		else if (*mode == 'e')
			flags |= O_CLOEXEC;
	return flags | (plus ? O_RDWR : first == 'r' ? O_RDONLY : O_WRONLY);
}

static FILE *open_stream(const char *path, const char *mode, const void *site)
{
	REAL(fopen);
	int flags = flags_of(mode);
	if (!dr_self || flags < 0)
		return real(path, mode);
	if (dr_open_fails("fopen", path, site))
		return NULL;
	int number = dr_open(path, flags, 0666);
	FILE *file = number < 0 ? NULL : _IO_fdopen(number, mode);
	if (number >= 0 && !file)
		dr_close(number);
	return dr_block_is_stream(file, site);
}

WEAK FILE *dr_fopen(const char *path, const char *mode) __asm__("fopen");
WEAK FILE *dr_fopen64(const char *path, const char *mode) __asm__("fopen64");
FILE *dr_fopen(const char *path, const char *mode)
{
	return open_stream(path, mode, DR_SITE);
}
FILE *dr_fopen64(const char *path, const char *mode)
{
	return open_stream(path, mode, DR_SITE);
}

/* Reopens the stream; its descriptor keeps its number. */
static FILE *reopen_at(const char *path, const char *mode, FILE *file, const void *site)
{
	REAL(freopen);
	static int (*flush)(FILE *);
	dr_real_one(&flush, "fflush");
	int number = dr_stream_number(file), flags = flags_of(mode);
	if (flags != O_RDONLY)
		dr_run_exclusively();
	struct dr_stream_access all = {.act = DR_SEEK};
	/* Flushed first: opening may truncate the same file, and needs cells that the stream's use holds. */
	struct dr_stream_use u = dr_stream_begin_part("freopen", file, all, site);
	flush(file);
	dr_stream_end(&u, "", 1);
	char symbolic[64];
	int input = dr_outside_of_path(AT_FDCWD, path);
	dr_stream_input_forget(file);
	int probe = dr_open(path, flags, 0666); /* opens it for the effect on other threads */
	u = dr_stream_begin_part("freopen", file, all, site);
	if (input != DR_NO_INPUT) {
		dr_outside_path(input, symbolic, sizeof symbolic);
		path = symbolic;
	}
	FILE *made = real(path, "r", file);
	dr_stream_end(&u, "", 1);
	if (probe < 0 || !made)
		return made;
	made = real(path, *mode == 'w' ? "r+" : mode, file);
	dr_description_copy(probe, number);
	dr_close(probe);
	return made;
}

static FILE *reopen(const char *path, const char *mode, FILE *file, const void *site)
{
	REAL(freopen);
	if (!dr_self || !path || flags_of(mode) < 0)
		return real(path, mode, file);
	dr_stream_alive(file, site);
	int locked = dr_stream_lock(file, site);
	struct dr_call which = dr_stream_hold("freopen", file, 1, site);
	dr_stream_still_alive(file, site);
	FILE *made = reopen_at(path, mode, file, site);
	dr_stream_release(&which, dr_description_of(dr_stream_number(file)));
	if (locked)
		dr_stream_unlock(file);
	return made;
}

WEAK FILE *dr_freopen(const char *path, const char *mode, FILE *file) __asm__("freopen");
WEAK FILE *dr_freopen64(const char *path, const char *mode, FILE *file) __asm__("freopen64");
FILE *dr_freopen(const char *path, const char *mode, FILE *file)
{
	return reopen(path, mode, file, DR_SITE);
}
FILE *dr_freopen64(const char *path, const char *mode, FILE *file)
{
	return reopen(path, mode, file, DR_SITE);
}

/* libc's function could wait inside. */
WEAK FILE *dr_fdopen(int number, const char *mode) __asm__("fdopen");
FILE *dr_fdopen(int number, const char *mode)
{
	if (dr_file_of(number))
		dr_unsupported("fdopen of a pipe or socket");
	return dr_block_is_stream(_IO_fdopen(number, mode), DR_SITE);
}

/* Streams without a descriptor. */
#define OPENS(name, parameters, given) \
	DR_WRAPPER(FILE *, name, parameters) \
	{ \
		DR_REAL(FILE *, name, parameters); \
		return dr_block_is_stream(real given, DR_SITE); \
	}
static FILE *memory_stream(FILE *made, void *first, size_t size, void *second, size_t second_size, const void *site)
{
	dr_memory_stream(made, first, size, second, second_size);
	dr_memory_stream_written(made, 0, site);
	return dr_block_is_stream(made, site);
}
DR_WRAPPER(FILE *, open_memstream, (char **to, size_t *size))
{
	DR_REAL(FILE *, open_memstream, (char **to, size_t *size));
	return memory_stream(real(to, size), to, sizeof *to, size, sizeof *size, DR_SITE);
}
DR_WRAPPER(FILE *, fmemopen, (void *buffer, size_t size, const char *mode))
{
	DR_REAL(FILE *, fmemopen, (void *buffer, size_t size, const char *mode));
	dr_reads_text(mode, SIZE_MAX, DR_SITE);
	int writes = mode[0] != 'r' || mode[1] == '+' || (mode[1] && mode[2] == '+');
	return memory_stream(real(buffer, size, mode), buffer, buffer && writes, NULL, 0, DR_SITE);
}
OPENS(fopencookie, (void *cookie, const char *mode, cookie_io_functions_t calls), (cookie, mode, calls))

/* Files with random names, or none. */
#define MAKES(name, parameters, given) \
	DR_WRAPPER(int, name, parameters) \
	{ \
		DR_REAL(int, name, parameters); \
		dr_run_exclusively(); \
		if ((#name)[0] == 'm' && (#name)[1] == 'k') \
			dr_crash_refuse("a file with a random name (" #name ")", DR_SITE); \
		struct dr_use u = {.call = dr_file_call(#name, -1, DR_SITE, 0)}; \
		dr_use_of(&u, &dr_folders, 0, 1); \
		dr_use_of(&u, &dr_mask, 0, 0); \
		dr_use_begin(&u); \
		int made = real given; \
		dr_use_end(&u, made >= 0, 1, made < 0); \
		return dr_description_made(made, DR_SITE); \
	}

MAKES(mkstemp, (char *name), (name))
MAKES(mkstemp64, (char *name), (name))
MAKES(mkostemp, (char *name, int flags), (name, flags))
MAKES(mkostemp64, (char *name, int flags), (name, flags))
MAKES(mkstemps, (char *name, int end), (name, end))
MAKES(mkstemps64, (char *name, int end), (name, end))
MAKES(mkostemps, (char *name, int end, int flags), (name, end, flags))
MAKES(memfd_create, (const char *name, unsigned flags), (name, flags))

static FILE *temporary(const void *site)
{
	char name[] = "/tmp/tmpXXXXXX";
	int number = dr_mkstemp(name);
	if (number < 0)
		return NULL;
	remove(name);
	return dr_block_is_stream(_IO_fdopen(number, "w+"), site);
}

WEAK FILE *dr_tmpfile(void) __asm__("tmpfile");
WEAK FILE *dr_tmpfile64(void) __asm__("tmpfile64");
FILE *dr_tmpfile(void)
{
	return temporary(DR_SITE);
}
FILE *dr_tmpfile64(void)
{
	return temporary(DR_SITE);
}
