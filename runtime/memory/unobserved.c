/*
 * Approximates the data flow between threads in a program whose memory accesses are not observed. What a thread does
 * before it releases a lock, creates a thread or ends may be in memory for another thread to read. So each lock has a
 * cell, which represents all the data that the lock protects. The cell holds a digest of the last holder's history, and
 * is written and read as promoted data is. A thread that reads another digest may behave differently; a thread that
 * reads the same one behaves the same. Orders that only semaphores and barriers give are not covered, nor is
 * communication through atomics.
 */
#include "memory/unobserved.h"
#include "internal.h"

#include <sys/mman.h>

/* The key of a cell fixes its address, in a large sparse mapping, so that addresses are the same in all runs.
 * */
#define BASE 0x380000000000ul
#define BITS 36 /* bytes */

static uint64_t digest[DR_THREADS];

static uint64_t mix(uint64_t h, uint64_t word)
{
	h = (h ^ word) * 0x9e3779b97f4a7c15ul;
	return h ^ (h >> 29);
}

void dr_unobserved_open(void)
{
	void *p = mmap((void *)BASE, 1ul << BITS, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
	if (p != (void *)BASE)
		dr_fatal("cannot map what threads may know of each other");
	madvise(p, 1ul << BITS, MADV_NOHUGEPAGE);
}

/* The keys of a thread's beginning and end: no object has such an address. */
static uint64_t beginning(unsigned thread)
{
	return 2 * thread;
}
static uint64_t end(unsigned thread)
{
	return 2 * thread + 1;
}

static struct dr_event event(enum dr_kind kind, uint64_t key)
{
	struct dr_event e = dr_event_at(kind, NULL);
	e.object = BASE + (mix(mix(0, key), key) >> (64 - BITS) & ~7ul);
	e.size = 8;
	e.before = dr_peek(e.object, 8);
	return e;
}

static void put(uint64_t key)
{
	struct dr_event e = event(DR_PLAIN_WRITE, key);
	e.value.lo = digest[dr_self->number];
	dr_poke(e.object, 8, e.value);
	dr_happened(&e);
}

static void get(uint64_t key)
{
	struct dr_event e = event(DR_PLAIN_READ, key);
	e.result = e.before;
	dr_happened(&e);
}

void dr_unobserved_before(const struct dr_event *e)
{
	switch (e->kind) {
	case DR_MUTEX_UNLOCK:
	case DR_RW_WRUNLOCK:
	case DR_ONCE_END:
		if (e->result.lo == 0)
			put(e->object);
		break;
	case DR_CREATE: put(beginning(e->other)); break;
	case DR_END: put(end(dr_self->number)); break;
	default: break;
	}
}

void dr_unobserved_after(const struct dr_event *e)
{
	uint64_t *own = &digest[dr_self->number];
	*own = mix(mix(*own, e->kind), e->result.lo);
	switch (e->kind) {
	case DR_MUTEX_LOCK:
	case DR_MUTEX_TRYLOCK:
	case DR_RW_RDLOCK:
	case DR_RW_WRLOCK:
	case DR_RW_TRYRDLOCK:
	case DR_RW_TRYWRLOCK:
		if (e->result.lo == 0)
			get(e->object);
		break;
	case DR_ONCE_BEGIN: get(e->object); break;
	case DR_JOIN: get(end(e->other)); break;
	case DR_BEGIN:
		*own = mix(*own, dr_self->number);
		if (dr_self->number)
			get(beginning(dr_self->number));
		break;
	default: break;
	}
}
