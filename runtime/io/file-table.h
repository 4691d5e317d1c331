/*
 * The program's channel files by descriptor number: pipes, sockets and event counters. Numbers do not depend on the
 * schedule: each thread takes them from a range of its own. For io/ and libc/plugins.c.
 */
#ifndef DRISTA_FILE_TABLE_H
#define DRISTA_FILE_TABLE_H

#include "io/channel.h"

#define DR_FILES 960

enum dr_file_kind { DR_OUTSIDE, DR_STREAM, DR_COUNTER, DR_SOCKET /* not connected yet */, DR_LISTENER };

/* What the kernel calls an open file description; shared by duplicates. */
struct dr_file {
	enum dr_file_kind kind;
	struct dr_channel *in, *out; /* of a counter and a listener: both are one */
	unsigned numbers; /* that refer to it */
	uint8_t packets, semaphore, used;
	uint8_t family;
	uint8_t address[128], peer[128];
	uint32_t address_size, peer_size;
	struct dr_file *next; /* of those that wait in a listener */
	struct dr_file *first, *last; /* a listener's */
	int waiting; /* the number of one that waits to be accepted */
};

/* NULL: not one of ours. */
struct dr_file *dr_file_of(int number);
struct dr_file *dr_file_new(enum dr_file_kind kind);
/* Gives the kernel's file a number that does not depend on the schedule. */
int dr_file_number(struct dr_file *f, int kernel);
void dr_file_forget(int number);
/* As fcntl's F_DUPFD (`how`) does: -1, and errno, if it fails. */
int dr_duplicate(int number, int how, int least);
struct dr_call dr_file_call(const char *name, int number, const void *site, uint64_t spin);

static inline long dr_error_number(long result)
{
	return result < 0 && result > -4096 ? result : 0;
}

#endif
