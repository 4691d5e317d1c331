/*
 * The program's channel files by descriptor number: pipes, sockets and event counters. Numbers do not depend on the
 * schedule: each thread takes them from a range of its own. For io/ and libc/plugins.c.
 */
#ifndef DRISTA_FILE_TABLE_H
#define DRISTA_FILE_TABLE_H

#include "io/channel.h"

#define DR_FILES 960

enum dr_file_kind { DR_OUTSIDE, DR_STREAM, DR_COUNTER, DR_SOCKET /* not connected yet */, DR_LISTENER };

/* An open file description (POSIX.1-2017 3.258); duplicates of a descriptor share it. */
struct dr_file {
	enum dr_file_kind kind;
	struct dr_channel *in,
		*out; /* where bytes are read from and written to; of a counter and a listener both are the same */
	unsigned numbers; /* how many descriptors refer to it */
	uint8_t packets, semaphore, used;
	uint8_t family;
	uint8_t address[128], peer[128];
	uint32_t address_size, peer_size;
	struct dr_file *next; /* the next connection that waits in the same listener */
	struct dr_file *first, *last; /* of a listener: the connections that wait in it */
	int waiting; /* of a connection that waits to be accepted: its descriptor */
};

/* The channel file of the descriptor; NULL: it is none. */
struct dr_file *dr_file_of(int number);
struct dr_file *dr_file_new(enum dr_file_kind kind);
/* Moves the kernel's descriptor to a number that does not depend on the schedule, and returns it. */
int dr_file_number(struct dr_file *f, int kernel);
void dr_file_forget(int number);
/* Duplicates a descriptor, as fcntl does with F_DUPFD or F_DUPFD_CLOEXEC (`how`): -1, and errno, on failure. */
int dr_duplicate(int number, int how, int least);
struct dr_call dr_file_call(const char *name, int number, const void *site, uint64_t spin);

/* A system call's result if it is an error (-errno); else 0. */
static inline long dr_error_number(long result)
{
	return result < 0 && result > -4096 ? result : 0;
}

#endif
