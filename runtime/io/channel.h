/*
 * Channels: data that one thread of the program passes to another through the kernel (pipes, sockets, event counters).
 * The kernel does the work. The runtime records that part of the kernel's state on which a call's result depends, so
 * that the scheduler sees the order of calls (docs/architecture/files.md). For io/ and libc/plugins.c.
 */
#ifndef DRISTA_CHANNEL_H
#define DRISTA_CHANNEL_H

#include "internal.h"

struct dr_channel {
	uint64_t state; /* a digest of what follows: the data that threads share as far as the scheduler knows */
	uint64_t count; /* of an event counter, or of connections that wait */
	uint8_t *bytes; /* sent, and not yet received */
	uint32_t size;
	uint8_t no_writer, no_reader;
	uint8_t locked; /* the mutex that every call takes */
	uint8_t used;
	uint8_t is_number; /* it says what a number stands for (numbers.h): calls lock it before other channels */
	unsigned counted; /* numbers of its ends of which threads know no order (dr_file_count) */
};

/* A file that a call uses from its beginning to its end, whatever other threads do to its number meanwhile
 * (numbers.h). */
struct dr_held {
	int number; /* by which the kernel knows it; DR_NO_NUMBER: none */
	int apart; /* is it a number of the runtime's own? */
};

/* A call on up to so many channels. */
#define DR_CALL_CHANNELS 64u
struct dr_call {
	const char *name;
	int file; /* the number that the program gave, for messages; -1: none */
	struct dr_held held; /* what it stands for */
	const void *site;
	uint64_t spin;
	unsigned count;
	struct dr_channel *channel[DR_CALL_CHANNELS];
	uint64_t seen[DR_CALL_CHANNELS]; /* their states at the last try */
	unsigned locked; /* so many of them */
	int tries;
	int point; /* is it a cancellation point, as long as nothing was passed on? */
	int unseen; /* nobody else is there yet, and this is the same in every execution: no events */
};

/* The next channel of the running thread's. */
struct dr_channel *dr_channel_new(void);
/* Adds a channel to the call, NULL: none. In any order. */
void dr_call_on(struct dr_call *call, struct dr_channel *c);
/* Takes the channels' mutexes, or those which were added since it did so. From the second time on, when the run goes by
 * itself, only after one of them has changed. */
void dr_call_begin(struct dr_call *call);
void dr_call_end(struct dr_call *call);

void dr_channel_put(struct dr_channel *c, const void *bytes, size_t size);
void dr_channel_take(struct dr_channel *c, size_t size);

#endif
