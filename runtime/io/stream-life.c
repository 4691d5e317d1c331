/*
 * The lifetime of streams, and of the files that they refer to (streams.h).
 *
 * fclose frees the FILE (C11 7.21.3p4: its value is indeterminate then). libc's own accesses to it are not announced.
 * So each call announces a read of a word of it that does not change until the FILE is freed.
 *
 * freopen makes the stream refer to another file. The cells on which a call depends are then known only after reading a
 * channel of the stream, which the call holds to its end.
 */
#include "memory/plain.h"
#include "prim/digest.h"
#include "io/streams.h"
#include "memory/blocks.h"
#include "shadow/shadow.h"

#define STREAMS 256u

static struct dr_channel stands_for[STREAMS];

static int is_on_heap(uint64_t address)
{
	return address - DR_ARENAS_BASE < DR_ARENAS_SIZE;
}

void dr_block_alive(uint64_t word, size_t size, const void *site)
{
	if (!dr_self || !is_on_heap(word))
		return;
	dr_plain_range((const void *)word, size, DR_READS, site);
	/* Where the word is promoted, its event tells whether this is a race. libc cannot go on in any case. */
	if (dr_heap_freed(word))
		dr_heap_misuse(word, size, DR_READS, site);
}

void dr_stream_alive(FILE *file, const void *site)
{
	dr_block_alive((uint64_t)&file->_lock, sizeof file->_lock, site);
}

void dr_stream_still_alive(FILE *file, const void *site)
{
	uint64_t word = (uint64_t)&file->_lock;
	if (dr_self && is_on_heap(word) && dr_heap_freed(word))
		dr_stream_alive(file, site);
}

struct dr_call dr_stream_hold(const char *name, FILE *file, int reopens, const void *site)
{
	struct dr_call call = {.name = name, .file = -1, .site = site};
	/* Indexed by the stream's address, which does not depend on the schedule. If two streams share an entry, only
	 * more calls are ordered. */
	struct dr_channel *c = &stands_for[((uint64_t)file * 0x9e3779b97f4a7c15ul >> 32) % STREAMS];
	if (!dr_self ||
		!dr_shadow_touch(dr_self, (uint64_t)&c->state, 0xff, 0, reopens ? DR_ACCESS_WRITE : DR_ACCESS_READ))
		return call;
	dr_call_on(&call, c);
	dr_call_begin(&call);
	return call;
}

void dr_stream_release(struct dr_call *call, const struct dr_description *reopened)
{
	if (!call->count)
		return;
	struct dr_channel *c = call->channel[0];
	if (reopened) /* channels have two more bits */
		c->count = dr_digest(dr_digest(1, (uint64_t)reopened->file), (uint64_t)reopened->offset) >> 2;
	dr_call_end(call);
}
