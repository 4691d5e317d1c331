/*
 * Channels: data that one thread of the program passes to another through the kernel (pipes, sockets, event counters).
 * The kernel does the work. The runtime records that part of the kernel's state on which a call's result depends, so
 * that the scheduler sees the order of calls (docs/explanation/files.md). For io/ and io/plugins.c.
 */
#ifndef DRISTA_CHANNEL_H
#define DRISTA_CHANNEL_H

#include "core/internal.h"

struct dr_channel {
	uint64_t state; /* a digest of the fields below: the shared data as the scheduler sees it */
	uint64_t count; /* the value of an event counter, or the number of connections that wait */
	uint8_t *bytes; /* bytes sent and not yet received */
	uint32_t size;
	uint8_t no_writer, no_reader;
	uint8_t locked; /* the mutex that every call locks */
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

/* The most channels of one call. */
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
	int point; /* is it a cancellation point, as long as nothing was transferred? */
	int for_client; /* it waits for connections, and drista plays a client (client.h) */
	int unseen; /* no other thread exists yet, and the call is the same in every execution: it makes no events */
};

/* A new channel, at an address that the running thread's number and the number of its channels fix. */
struct dr_channel *dr_channel_new(void);
/* Adds a channel to the call; NULL: none. The order does not matter. */
void dr_call_on(struct dr_call *call, struct dr_channel *c);
/* Takes the channels' mutexes, or those which were added since it did so. From the second time on, when the run goes by
 * itself, only after one of them has changed. */
void dr_call_begin(struct dr_call *call);
void dr_call_end(struct dr_call *call);

/* Appends bytes to those that are on their way; removes the first ones. */
void dr_channel_put(struct dr_channel *c, const void *bytes, size_t size);
void dr_channel_take(struct dr_channel *c, size_t size);

#endif
