/*
 * The program's channel files by descriptor number: pipes, sockets and event counters. For io/ and io/plugins.c.
 */
#ifndef DRISTA_FILE_TABLE_H
#define DRISTA_FILE_TABLE_H

#include "io/channel.h"

#define DR_FILES 960

enum dr_file_kind { DR_OUTSIDE, DR_STREAM, DR_COUNTER, DR_SOCKET /* not connected yet */, DR_LISTENER };

/* An open file description (POSIX.1-2017 3.258); duplicates of a descriptor share it. */
struct dr_file {
	enum dr_file_kind kind;
	struct dr_channel *in, *out; /* of a counter and a listener: both are one */
	unsigned numbers; /* that refer to it */
	unsigned counted; /* so many of these are part of its channels' states */
	uint8_t packets, semaphore, used;
	uint8_t family;
	uint8_t address[128], peer[128];
	uint32_t address_size, peer_size;
	struct dr_file *next; /* the next connection that waits in the same listener */
	struct dr_file *first, *last; /* of a listener: the connections that wait in it */
	uint64_t got; /* so many bytes of what drista's client has sent were read */
	uint64_t lost; /* bit n: thread n, n < 64, knows that the connection is lost (faults.c) */
	int client; /* the other end, where drista's client has it (client.h); 0: the program has it */
	int waiting; /* of a connection that waits to be accepted: its descriptor */
};

/* The channel file of the descriptor; NULL: it is none. */
struct dr_file *dr_file_of(int number);
struct dr_file *dr_file_new(enum dr_file_kind kind);
/* Gives the kernel's file, which the program has just opened, its number (numbers.h). */
int dr_file_number(struct dr_file *f, int kernel, const void *site);
/* The same of the two files that a call opens. */
void dr_file_numbers(struct dr_file *const f[2], int kernel[2], const void *site);
/* The same of a connection, which has its number as soon as it is made, or where numbers are exact only when it is
 * accepted. */
int dr_file_number_later(struct dr_file *f, int kernel, const void *site);
int dr_file_number_now(int waiting, const void *site);
/* The number `to`, which stands for nothing, refers to the same file as `from`. */
void dr_file_copy(int from, int to);
/* A thread adds a number to the file while another one may close its last one: whether that was the last is then part
 * of the states of its channels, which are locked. NULL: nothing. */
void dr_file_count(struct dr_file *f);
/* Closes the number. The last one that refers to a file takes its ends away: in between dr_call_begin and dr_call_end
 * with its channels. Returns what the kernel returns. */
long dr_file_drop(int number);
/* As fcntl's F_DUPFD (`how`) does: -1, and errno, if it fails. */
int dr_duplicate(int number, int how, int least, const void *site);
/* A call on the number; -1: on none. Where threads conflict on what the number stands for, it is begun where the number
 * is one of a channel file, else it holds the file (numbers.h). */
struct dr_call dr_file_call(const char *name, int number, const void *site, uint64_t spin);
void dr_file_call_begin(struct dr_call *call);
/* The call has ended: gives the file back. */
void dr_file_call_over(struct dr_call *call);

/* A system call's result if it is an error (-errno); else 0. */
static inline long dr_error_number(long result)
{
	return result < 0 && result > -4096 ? result : 0;
}

#endif
