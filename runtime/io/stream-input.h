/*
 * Streams that read symbolic files (io/outside.h): which byte of the file a call on a stream gets. The layout of
 * FILE is glibc's (bits/types/struct_FILE.h). For the calls on streams.
 */
#ifndef DRISTA_STREAM_INPUT_H
#define DRISTA_STREAM_INPUT_H

#include "io/outside.h"

#include <stdio.h>

/* Where a stream stands before a call. */
struct dr_stream_input {
	FILE *file; /* NULL: there are no symbolic files */
	int input; /* DR_NO_INPUT: it reads another file */
	uint64_t at; /* the offset of the next byte in the file */
	size_t pushed; /* so many bytes come first that ungetc has put there, and that are not in the file */
	const char *name; /* of the call */
	const void *site;
};

/* Where the stream stands now; a call of that name at the site uses it. */
struct dr_stream_input dr_stream_input(FILE *file, const char *name, const void *site);
/* The call has got these bytes. */
void dr_stream_input_got(const struct dr_stream_input *s, const void *bytes, size_t size);
/* The bytes of the symbolic file from the call's place on, and their expressions. Returns how many they are. */
size_t dr_stream_input_rest(const struct dr_stream_input *s, uint8_t *bytes, size_t room);
/* The call returns the one byte that it has got, or EOF. */
void dr_stream_input_returns(const struct dr_stream_input *s, int byte);
/* The call has looked at all bytes up to the stream's present place and one more, in a way that is not followed. */
void dr_stream_input_pin(const struct dr_stream_input *s);
/* Before ungetc. Adds the condition that decides whether the stream goes back in its file. */
void dr_stream_input_unget(const struct dr_stream_input *s, int byte);
/* After a call: the stream's buffer has the expressions of the file's bytes, as code reads it that the compiler has put
 * in the place of getc_unlocked. */
void dr_stream_input_buffer(const struct dr_stream_input *s);
/* The buffer of the stream goes. */
void dr_stream_input_forget(FILE *file);

#endif
