/*
 * Streams of libc (FILE). A stream's buffer and position share a cell with its descriptor's offset. The file itself is
 * read or written only where libc calls the kernel: when a buffer is full, a line ends in a stream buffered by lines,
 * or the program flushes, seeks, or closes (C11 7.21.3). buffering.c says beforehand whether a call will do so.
 */
#ifndef DRISTA_STREAMS_H
#define DRISTA_STREAMS_H

#include "io/descriptions.h"
#include "io/stream-input.h"

#include <stdio.h>

#define DR_STREAM_OF_FILE 0x2000 /* glibc's _IO_IS_FILEBUF; the number of a stream of memory means nothing */
/* fileno, and errno stays as it is. -1: it has no descriptor. */
static inline int dr_stream_number(const FILE *file)
{
	return (file->_flags & DR_STREAM_OF_FILE) && file->_fileno >= 0 ? file->_fileno : -1;
}

/* What a call does to a stream. */
enum dr_stream_act {
	DR_PUT, /* puts `size` bytes, which are at `bytes` */
	DR_PUT_WIDE, /* puts characters, whose bytes are not known */
	DR_GET, /* gets `size` bytes, or as many as there are */
	DR_LINE, /* gets bytes up to the character `end`, at most `size` */
	DR_STATE, /* asks or changes what is in the buffer; bytes not yet written may have to go first */
	DR_FLUSH, /* writes what is in the buffer */
	DR_CLOSE, /* the same, and closes the descriptor */
	DR_SEEK, /* the same, and may read the file */
	DR_TELL /* may ask the file */
};
struct dr_stream_access {
	enum dr_stream_act act;
	const void *bytes;
	size_t size;
	int end;
};

/* How far a call reaches; each value includes those before it. */
enum dr_reach { DR_BUFFER, DR_READS_FILE, DR_WRITES_FILE };
/* How far the operation reaches at most, in the present state of the stream's buffer. */
enum dr_reach dr_stream_reach(FILE *file, const struct dr_stream_access *a);
/* A digest of the bytes that are not written yet, and of their offset; 0: there are none. */
uint64_t dr_stream_pending(FILE *file);

struct dr_stream_use {
	struct dr_use use;
	struct dr_call which; /* the call that holds the stream's reference to its file */
	uint64_t pending; /* dr_stream_pending before the call */
	FILE *reads; /* the stream, where the call may fill its buffer */
	FILE *locked; /* the stream, where the call holds its lock (stream-locks.h) */
	struct dr_stream_input input; /* the bytes of a symbolic file that the call gets */
	FILE *prints; /* the stream, where it is standard output and what it prints counts (printed.h) */
};

/* Called before and after libc's own function, as dr_use_begin and dr_use_end. */
struct dr_stream_use dr_stream_begin(const char *name, FILE *file, struct dr_stream_access a, const void *site);
/* The same for a part of a call that holds the stream already. */
struct dr_stream_use dr_stream_begin_part(const char *name, FILE *file, struct dr_stream_access a, const void *site);
/* The same for a function named _unlocked. */
struct dr_stream_use dr_stream_begin_unlocked(
	const char *name, FILE *file, struct dr_stream_access a, const void *site);
/* The call has read or written these bytes. */
void dr_stream_end(struct dr_stream_use *s, const void *bytes, size_t size);
/* A digest of the bytes that were read ahead. */
uint64_t dr_stream_ahead(FILE *file);
/* A call uses what lies at the address, in a block that libc has allocated: an error where that is freed. */
void dr_block_alive(uint64_t word, size_t size, const void *site);
/* A call uses the stream: an error where it is closed. dr_stream_begin calls it. */
void dr_stream_alive(FILE *file, const void *site);
/* The same after other threads have run, which may have closed it meanwhile. */
void dr_stream_still_alive(FILE *file, const void *site);
/* The stream refers to the same file from dr_stream_hold to dr_stream_release, unless the thread itself reopens it
 * meanwhile; `reopened`: as what (else NULL). */
struct dr_call dr_stream_hold(const char *name, FILE *file, int reopens, const void *site);
void dr_stream_release(struct dr_call *call, const struct dr_description *reopened);
/* Bytes that the program's own code has put into the buffer of standard output (putc_unlocked, which compilers inline)
 * become an event, where what is printed counts. Called where the thread may give the stream to others. */
void dr_stream_announce(FILE *file, const void *site);
/* Is it the buffer that the runtime has given to standard input or output? */
int dr_is_given_buffer(const char *buffer);
/* Did the program call setvbuf or the like with memory of its own, in which it can read what is written? */
int dr_stream_has_buffer_of_program(const FILE *file);
/* What constructors have printed is no event. Called when they have run. */
void dr_streams_before_main(void);
/* Can threads communicate through the stream? If not, its calls depend on nothing. */
int dr_stream_shared(FILE *file);

#endif
