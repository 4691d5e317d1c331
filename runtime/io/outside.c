/* Symbolic inputs that come from outside the program (outside.h). */
#define DRISTA_DEFINES_KERNEL
#include "io/outside.h"
#include "io/descriptions.h"
#include "io/file-table.h"
#include "io/numbers.h"
#include "io/path-uses.h"
#include "core/launch.h"
#include "core/log.h"
#include "symbolic/before-main.h"
#include "symbolic/symbolic.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX_INPUTS 64u
#define OUTSIDE 0xffffffffu /* in the place of the thread that makes an object */

static struct input {
	enum { STANDARD_INPUT, ONE_FILE, ARGUMENT, OF_CLIENT } kind;
	uint32_t size;
	char name[256]; /* in messages; of a file: as it was given */
	char *path; /* of a file: the whole path; NULL: its folder does not exist */
	int number; /* of its file, out of the way of the program's */
	uint64_t device, inode;
	int read; /* has the program read it? */
} input[MAX_INPUTS];
static unsigned inputs, files;

static int has_file(int n)
{
	return input[n].kind == STANDARD_INPUT || input[n].kind == ONE_FILE;
}

int dr_outside_client(void)
{
	for (unsigned n = 0; n < inputs; n++)
		if (input[n].kind == OF_CLIENT)
			return (int)n;
	return DR_NO_INPUT;
}

static uint64_t key_of(int n)
{
	return (uint64_t)OUTSIDE << 32 | (uint32_t)n;
}

static uint8_t given(int n, size_t i)
{
	return dr_symbolic_given(OUTSIDE, (uint32_t)n, i);
}

uint64_t dr_outside_byte(int n, uint64_t offset, uint8_t value)
{
	return n == DR_NO_INPUT || offset >= input[n].size
		       ? 0
		       : dr_expression(DR_SYMBOLIC_INPUT, 8, key_of(n), offset, value);
}

size_t dr_outside_bytes(int n, uint8_t *bytes, size_t room)
{
	size_t size = n == DR_NO_INPUT ? 0 : input[n].size < room ? input[n].size : room;
	for (size_t at = 0; at < size; at++)
		bytes[at] = given(n, at);
	return size;
}

/* A file in memory with the bytes of the input. */
static void make_file(int n)
{
	struct stat s;
	uint8_t bytes[DR_SYMBOLIC_LARGEST];
	struct input *i = &input[n];
	dr_outside_bytes(n, bytes, sizeof bytes);
	long made = dr_kernel(SYS_memfd_create, (long)"symbolic", 0, 0, 0, 0, 0);
	if (made < 0 || dr_kernel(SYS_pwrite64, made, (long)bytes, i->size, 0, 0, 0) != (long)i->size ||
		dr_kernel(SYS_fstat, made, (long)&s, 0, 0, 0, 0) < 0)
		dr_fatal("cannot make a symbolic file");
	i->number = dr_number_new_apart((int)made);
	i->device = s.st_dev;
	i->inode = s.st_ino;
}

static void make_standard_input(int n)
{
	long made = dr_outside_open(n, O_RDONLY, NULL);
	dr_kernel(SYS_dup3, made, 0, 0, 0, 0, 0);
	dr_kernel(SYS_close, made, 0, 0, 0, 0, 0);
	dr_description_own(0);
}

static void make_argument(int n, char *text)
{
	for (size_t at = 0; at < input[n].size; at++)
		text[at] = (char)given(n, at);
	dr_outside_got(text, input[n].size, n, 0, NULL);
}

static unsigned digit(char c)
{
	return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* Reads one part of DRISTA_INPUTS: `stdin=SIZE;`, `argument=SIZE;`, `client=SIZE;` or `file=SIZE:NAME;`, whose name is
 * in hexadecimal digits. Returns what comes after it. */
static const char *parse(const char *text, struct input *i)
{
	const char *at = strchr(text, '=') + 1;
	size_t length = 0;
	i->kind = *text == 's' ? STANDARD_INPUT : *text == 'f' ? ONE_FILE : *text == 'c' ? OF_CLIENT : ARGUMENT;
	i->size = (uint32_t)dr_decimal(at);
	while (*at >= '0' && *at <= '9')
		at++;
	if (*at == ':')
		for (at++; *at != ';' && length < sizeof i->name - 1; at += 2)
			i->name[length++] = (char)(digit(at[0]) << 4 | digit(at[1]));
	return at + 1;
}

static void make(int n, int argc, char **argv, int *argument)
{
	static char path[MAX_INPUTS][DR_PATH_WHOLE];
	struct input *i = &input[n];
	if (i->kind == STANDARD_INPUT)
		snprintf(i->name, sizeof i->name, "stdin");
	else if (i->kind == OF_CLIENT)
		snprintf(i->name, sizeof i->name, "client");
	else if (i->kind == ARGUMENT)
		snprintf(i->name, sizeof i->name, "argv_%d", *argument);
	dr_symbolic_add((struct dr_symbolic){.id = key_of(n),
		.a = i->size,
		.op = DR_SYMBOLIC_OBJECT,
		.text = dr_text_escaped(i->name, strlen(i->name))});
	if (i->kind == ARGUMENT) {
		if (*argument < argc)
			make_argument(n, argv[(*argument)++]);
		return;
	}
	if (i->kind == OF_CLIENT) {
		dr_symbolic_memory_use();
		return;
	}
	make_file(n);
	if (i->kind == STANDARD_INPUT)
		make_standard_input(n);
	else {
		i->path = dr_path_whole(AT_FDCWD, i->name, path[n]) ? path[n] : NULL;
		files++;
	}
}

static int files_or_stdin(void)
{
	for (unsigned n = 0; n < inputs; n++)
		if (has_file((int)n))
			return 1;
	return 0;
}

void dr_outside_begin(int argc, char **argv, const void *main)
{
	unsigned arguments = 0;
	const char *text = dr_launch.inputs;
	if (!text || !*text)
		return;
	while (*text && inputs < MAX_INPUTS) {
		text = parse(text, &input[inputs]);
		arguments += input[inputs++].kind == ARGUMENT;
	}
	dr_symbolic_outside = inputs != 0;
	int argument = argc - (int)arguments;
	for (unsigned n = 0; n < inputs; n++)
		make((int)n, argc, argv, &argument);
	dr_before_main_done(files_or_stdin(), arguments != 0);
	if (dr_symbolic_any_followed() && !dr_symbolic_takes(main))
		dr_symbolic_unseen_always("main", main);
}

void dr_outside_main(void)
{
	if (inputs && !dr_symbolic_any_followed())
		dr_unsupported("a symbolic input from outside in a program that `drista cc --symbolic` did not build");
}

void dr_outside_end(void)
{
	char text[512];
	for (unsigned n = 0; n < inputs; n++)
		if (has_file((int)n) && !input[n].read) {
			int is_file = input[n].kind == ONE_FILE;
			snprintf(text, sizeof text,
				"--symbolic=%s%s: in some executions the program read nothing of it",
				is_file ? "file:" : "stdin", is_file ? input[n].name : "");
			dr_log_note(text);
		}
}

int dr_outside_of(int number)
{
	struct stat s;
	if (!dr_self || !inputs || number < 0 || dr_kernel(SYS_fstat, number, (long)&s, 0, 0, 0, 0) < 0)
		return DR_NO_INPUT;
	for (unsigned n = 0; n < inputs; n++)
		if (has_file((int)n) && input[n].device == s.st_dev && input[n].inode == s.st_ino)
			return (int)n;
	return DR_NO_INPUT;
}

/* The runtime's strcmp would be a call of the program. */
static int is_same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

int dr_outside_of_path(int folder, const char *path)
{
	char whole[DR_PATH_WHOLE];
	if (!dr_self || !files)
		return DR_NO_INPUT;
	int known = dr_path_whole(folder, path, whole);
	for (unsigned n = 0; n < inputs; n++)
		if (input[n].kind == ONE_FILE &&
			(known && input[n].path ? is_same(input[n].path, whole) : is_same(input[n].name, path)))
			return (int)n;
	return DR_NO_INPUT;
}

void dr_outside_path(int n, char *path, size_t room)
{
	snprintf(path, room, "/proc/self/fd/%d", input[n].number);
}

long dr_outside_open(int n, int flags, const void *site)
{
	char path[64];
	if ((flags & O_ACCMODE) != O_RDONLY || (flags & (O_TRUNC | O_PATH | O_DIRECTORY)) ||
		(flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL))
		dr_unsupported_at(
			"a symbolic file (--symbolic=file) that is opened in another way than to read it", site);
	dr_outside_path(n, path, sizeof path);
	long made = dr_kernel(SYS_openat, AT_FDCWD, (long)path, flags & ~(O_CREAT | O_NOFOLLOW), 0, 0, 0);
	if (made < 0)
		dr_fatal("cannot open a symbolic file");
	if (input[n].kind == ONE_FILE)
		dr_symbolic_memory_use();
	return made;
}

int dr_outside_number(int n)
{
	return input[n].number;
}

void dr_outside_got(const void *bytes, size_t size, int n, uint64_t offset, const void *site)
{
	const uint8_t *at = bytes;
	if (n == DR_NO_INPUT) {
		dr_symbolic_clear(at, size);
		return;
	}
	for (size_t i = 0; i < size; i++)
		dr_symbolic_store(at + i, 1, dr_outside_byte(n, offset + i, at[i]));
	input[n].read = 1;
	if (dr_self && !dr_symbolic_inside())
		dr_symbolic_unseen("code that was not compiled with --symbolic, and reads a symbolic file,", site);
}

void dr_outside_after_unseen(const char *name, const void *site)
{
	for (unsigned n = 0; n < inputs; n++)
		if (input[n].kind == STANDARD_INPUT && !input[n].read && dr_outside_of(0) == (int)n &&
			dr_kernel(SYS_lseek, 0, 0, SEEK_CUR, 0, 0, 0) != 0) {
			input[n].read = 1;
			dr_symbolic_unseen_always(name, site);
		}
}

size_t dr_outside_left(int n, uint64_t offset, size_t size)
{
	uint64_t left = offset < input[n].size ? input[n].size - offset : 0;
	return left < size ? left : size;
}

int dr_outside_ends(int number)
{
	return (number == 1 || number == 2) && !dr_description_of(number) && !dr_file_of(number);
}

void dr_outside_written(int number, const void *bytes, size_t size, const char *name, const void *site)
{
	if (!dr_symbolic_memory_used())
		return;
	const struct dr_file *file = dr_file_of(number);
	if (dr_outside_ends(number) || (file && file->client)) /* drista's client only reads */
		return;
	dr_outside_hidden(bytes, size, name, site);
}

/* The argument of a call that writes one byte has its expression; bytes in memory have theirs. */
void dr_outside_hidden(const void *bytes, size_t size, const char *name, const void *site)
{
	dr_symbolic_pin(dr_symbolic_argument(0), site);
	for (size_t i = 0; i < size; i++)
		if (dr_symbolic_load((const uint8_t *)bytes + i, 1)) {
			dr_symbolic_unseen(name, site);
			return;
		}
}
