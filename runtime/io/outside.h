/*
 * Symbolic inputs that come from outside the program: standard input, files and arguments (docs/how-to/inputs.md). The
 * variable DRISTA_INPUTS names them (src/channel/environment.ts). Standard input and files are files in memory, of
 * which every descriptor that refers to them is recognised, however it was made. For io/ and server/.
 */
#ifndef DRISTA_SYMBOLIC_OUTSIDE_H
#define DRISTA_SYMBOLIC_OUTSIDE_H

#include <stddef.h>
#include <stdint.h>

#define DR_NO_INPUT (-1)

/* Makes the inputs in the process of a run, before main. `main`: the program's. */
void dr_outside_begin(int argc, char **argv, const void *main);
/* The main thread begins: refuses the program where nothing of it was compiled with --symbolic. */
void dr_outside_main(void);
/* At the end of an execution: a note for each file that the program has not read. */
void dr_outside_end(void);

/* The input to whose file the descriptor refers; DR_NO_INPUT. */
int dr_outside_of(int number);
/* The input that is the file of that name; DR_NO_INPUT. */
int dr_outside_of_path(int folder, const char *path);
/* Opens that file as open(2) does. Returns a descriptor of the kernel. Refuses the program where it would change it. */
long dr_outside_open(int input, int flags, const void *site);
/* A path by which libc's own functions open that file; `room` bytes. */
void dr_outside_path(int input, char *path, size_t room);
/* A descriptor of that file, not to be read from. */
int dr_outside_number(int input);

/* The thread has got those bytes: they are those of the input from the offset on. Of DR_NO_INPUT: they depend on no
 * input. */
void dr_outside_got(const void *bytes, size_t size, int input, uint64_t offset, const void *site);
/* The expression of one byte of the input, whose value it is; 0 behind its end. */
uint64_t dr_outside_byte(int input, uint64_t offset, uint8_t value);
/* The input that drista's client sends (io/client.h); DR_NO_INPUT. */
int dr_outside_client(void);
/* The bytes of the input, at most `room`. Returns how many it has; none for DR_NO_INPUT. */
size_t dr_outside_bytes(int input, uint8_t *bytes, size_t room);
/* How many bytes of the input, `size` at most, are behind the offset. */
size_t dr_outside_left(int input, uint64_t offset, size_t size);
/* Is what is written there read by nobody: standard output or error as given? */
int dr_outside_ends(int number);
/* Before bytes are written to a file: where they are symbolic, and the file is not standard output or error as given,
 * nothing follows them. */
void dr_outside_written(int number, const void *bytes, size_t size, const char *name, const void *site);
/* Before bytes are written to where the program may read them, but without their expressions. */
void dr_outside_hidden(const void *bytes, size_t size, const char *name, const void *site);
/* Calls that are not followed may have read standard input: says so where `name` has. */
void dr_outside_after_unseen(const char *name, const void *site);

#endif
