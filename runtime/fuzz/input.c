/* The input of a fuzz target (fuzz-entry/main.c): that of `drista fuzz`, or the contents of a file. */
#include "fuzz/comparisons.h"
#include "memory/interposed.h"
#include "symbolic/symbolic.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>

/* In the place of the thread that makes a symbolic object. */
#define FUZZ 0xfffffffeu

int dr_fuzzed;

DR_EXPORT void *drista_runtime_fuzz_input(const char *path, size_t *size);

static void cannot_read(const char *path)
{
	char text[512];
	snprintf(text, sizeof text, "the input %s, which cannot be read", path);
	dr_unsupported(text);
}

/* Reads the file into a block of its size. It is no input of the program but drista's: nothing is announced. */
static uint8_t *contents(const char *path, size_t *size)
{
	long file = dr_kernel(SYS_open, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0, 0);
	long end = file < 0 ? -1 : dr_kernel(SYS_lseek, file, 0, 2 /* SEEK_END */, 0, 0, 0);
	uint8_t *block = end < 0 ? NULL : dr_programs_malloc((size_t)end);
	long got = 0, n = 1;
	if (block)
		dr_plain_range(block, (size_t)end, DR_WRITES, DR_SITE);
	while (block && got < end && n > 0) {
		n = dr_kernel(SYS_pread64, file, (long)(block + got), end - got, got, 0, 0);
		got += n;
	}
	if (file >= 0)
		dr_kernel(SYS_close, file, 0, 0, 0, 0, 0);
	if (!block || got != end)
		cannot_read(path);
	*size = (size_t)end;
	return block;
}

/*
 * A new block with the input, of exactly its size, so that what is read behind it is seen. `path`: the file that holds
 * it; NULL: the input is that of `drista fuzz`, which is empty without that. None of this fails by --faults.
 */
void *drista_runtime_fuzz_input(const char *path, size_t *size)
{
	if (path)
		return contents(path, size);
	const uint8_t *bytes = dr_symbolic_bytes(FUZZ, 0, size);
	dr_fuzzed = bytes != NULL;
	uint8_t *block = dr_programs_malloc(*size);
	if (block && *size)
		dr_writes(block, bytes, *size, DR_SITE);
	return block;
}
