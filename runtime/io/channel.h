/*
 * Channels: data that one thread of the program passes to another through the kernel (pipes, sockets, event counters).
 * The kernel does the work. The runtime records that part of the kernel's state on which a call's result depends, so
 * that the scheduler sees the order of calls (docs/architecture/files.md). For io/ and libc/plugins.c.
 */
#ifndef DRISTA_CHANNEL_H
#define DRISTA_CHANNEL_H

#include "internal.h"

struct dr_channel {
	uint64_t state; /* a digest of the fields below: the shared data as the scheduler sees it */
	uint64_t count; /* the value of an event counter, or the number of connections that wait */
	uint8_t *bytes; /* bytes sent and not yet received */
	uint32_t size;
	uint8_t no_writer, no_reader;
	uint8_t locked; /* the mutex that every call locks */
	uint8_t used;
};

/* The most channels of one call. */
#define DR_CALL_CHANNELS 64u
struct dr_call {
	const char *name;
	int file;
	const void *site;
	uint64_t spin;
	unsigned count;
	struct dr_channel *channel[DR_CALL_CHANNELS];
	uint64_t seen[DR_CALL_CHANNELS]; /* the channels' states at the last try */
	int tries;
	int point; /* is it a cancellation point, as long as nothing was transferred? */
	int unseen; /* no other thread exists yet, and the call is the same in every execution: it makes no events */
};

/* A new channel, at an address that the running thread's number and the number of its channels fix. */
struct dr_channel *dr_channel_new(void);
/* Adds a channel to the call; NULL: none. The order does not matter. */
void dr_call_on(struct dr_call *call, struct dr_channel *c);
/* Locks the channels' mutexes. From the second try on, after the end of the schedule, it waits until one of the
 * channels has changed. */
void dr_call_begin(struct dr_call *call);
void dr_call_end(struct dr_call *call);

/* Appends bytes to those that are on their way; removes the first ones. */
void dr_channel_put(struct dr_channel *c, const void *bytes, size_t size);
void dr_channel_take(struct dr_channel *c, size_t size);

#endif
