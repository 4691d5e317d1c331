/*
 * Channels between threads (channel.h). For the scheduler each call is a lock, a read, perhaps a write, and an unlock.
 */
#include "io/channel.h"
#include "io/file-table.h"
#include "pthread/cancel.h"
#include "fiber/fiber.h"
#include "thread-state/spin.h"
#include "memory/plain.h"
#include "core/schedule.h"

#include <stdio.h>
#include <sys/mman.h>

#define EACH 64u /* channels that a thread can create */
#define THREADS 64u /* threads with channels of their own: those with the lowest numbers */
#define ROOM (1ul << 20)

static struct dr_channel channel[THREADS * EACH];
static unsigned made[THREADS];

struct dr_channel *dr_channel_new(void)
{
	unsigned n = dr_self->number;
	if (n >= THREADS || made[n] == EACH)
		dr_unsupported("so many pipes and sockets");
	struct dr_channel *c = &channel[n * EACH + made[n]++];
	dr_changed();
	c->used = 1;
	return c;
}

static int comes_before(const struct dr_channel *a, const struct dr_channel *b)
{
	return a->is_number != b->is_number ? a->is_number : a < b;
}

void dr_call_on(struct dr_call *call, struct dr_channel *c)
{
	unsigned i = 0;
	if (!c)
		return;
	while (i < call->count && comes_before(call->channel[i], c))
		i++;
	if (i < call->count && call->channel[i] == c)
		return;
	if (call->count == DR_CALL_CHANNELS)
		dr_unsupported("a call that waits for so many files");
	for (unsigned j = call->count++; j > i; j--)
		call->channel[j] = call->channel[j - 1];
	call->channel[i] = c;
}

static struct dr_event event(enum dr_kind kind, const struct dr_call *call, const void *object)
{
	char text[64];
	struct dr_event e = dr_event_at(kind, call->site);
	/* src/explore/prune/awaits-client.ts knows the end of the text. */
	const char *end = call->for_client ? " for a client" : "";
	if (call->file >= 0)
		snprintf(text, sizeof text, "%s(%d)%s", call->name, call->file, end);
	else
		snprintf(text, sizeof text, "%s%s", call->name, end);
	e.object = (uint64_t)object;
	e.text = dr_text(text);
	return e;
}

static struct dr_call *waiting[DR_THREADS]; /* the call that the thread repeats */

static int is_free(const struct dr_event *e)
{
	const struct dr_call *call = waiting[e->thread];
	const uint8_t *locked = (const uint8_t *)e->object;
	if (*locked)
		return 0;
	if (!call || call->tries < 2 || locked != &call->channel[0]->locked || !dr_schedule_free())
		return 1;
	for (unsigned i = 0; i < call->count; i++)
		if (call->channel[i]->state != call->seen[i])
			return 1;
	return 0;
}

static void begin(struct dr_call *call)
{
	int first = call->tries++ == 0;
	waiting[dr_self->number] = call;
	if (call->point && call->count) {
		struct dr_event e = dr_event_at(DR_MUTEX_LOCK, call->site);
		e.object = (uint64_t)&call->channel[0]->locked;
		if (dr_cancel_asked(&e, is_free, call->site)) {
			call->point = 0;
			dr_file_call_over(call);
			dr_cancel_now();
		}
	}
	call->unseen = first && dr_self->number == 0 && dr_self->children == 0 && !dr_self->context.tainted;
}

static void lock(struct dr_call *call, unsigned i)
{
	struct dr_channel *c = call->channel[i];
	struct dr_event e = event(DR_MUTEX_LOCK, call, &c->locked);
	e.spin = i == 0 ? call->spin : 0;
	dr_wait(&e, is_free);
	e.result = (struct dr_value){0, 0};
	c->locked = 1;
	dr_happened(&e);
	e = event(DR_PLAIN_READ, call, &c->state);
	e.size = sizeof c->state;
	e.before = (struct dr_value){c->state, 0};
	if (dr_reads_wait) /* the schedule has a step for each plain read then; the lock keeps the state as it is */
		dr_wait(&e, NULL);
	e.result = e.before;
	dr_happened(&e);
	call->seen[i] = c->state;
}

void dr_call_begin(struct dr_call *call)
{
	dr_settle();
	if (call->locked == 0)
		begin(call);
	if (call->unseen)
		return;
	for (; call->locked < call->count; call->locked++)
		lock(call, call->locked);
	waiting[dr_self->number] = NULL;
}

static uint64_t digest(const struct dr_channel *c)
{
	uint64_t h = c->count * 4 + c->no_writer * 2u + c->no_reader + ((uint64_t)c->counted << 48);
	for (uint32_t i = 0; i < c->size; i++)
		h = ((h ^ c->bytes[i]) + 1) * 0x100000001b3ul;
	return h;
}

void dr_call_end(struct dr_call *call)
{
	for (unsigned i = 0; i < call->count; i++) {
		struct dr_channel *c = call->channel[i];
		uint64_t state = digest(c);
		if (call->unseen) {
			c->state = state;
			continue;
		}
		if (state != c->state) {
			struct dr_event e = event(DR_PLAIN_WRITE, call, &c->state);
			e.size = sizeof c->state;
			e.before = (struct dr_value){c->state, 0};
			e.value = (struct dr_value){state, 0};
			c->state = state;
			dr_happened(&e);
		}
		c->locked = 0;
		struct dr_event e = event(DR_MUTEX_UNLOCK, call, &c->locked);
		dr_happened(&e);
	}
	call->locked = 0;
}

void dr_channel_put(struct dr_channel *c, const void *bytes, size_t size)
{
	if (!c->bytes) {
		c->bytes = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (c->bytes == MAP_FAILED)
			dr_fatal("no memory for what is on its way between threads");
	}
	if (size > ROOM - c->size)
		dr_unsupported("more than 1 MiB on its way through a pipe or socket");
	dr_raw_memcpy(c->bytes + c->size, bytes, size);
	c->size += (uint32_t)size;
}

void dr_channel_take(struct dr_channel *c, size_t size)
{
	if (size > c->size)
		size = c->size; /* the rest was sent by something else, such as libc's own functions */
	dr_raw_memmove(c->bytes, c->bytes + size, c->size - size);
	c->size -= (uint32_t)size;
}
