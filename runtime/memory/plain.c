/*
 * Plain accesses as the compiler announces them (__tsan_read4 and so on). An access that is recorded already costs a
 * comparison; all others are handled by shadow.c. Volatile accesses are plain, since C11 gives them no meaning between
 * threads, unless --volatile says otherwise (promote.c).
 */
#include "memory/blocks.h"
#include "memory/copies.h"
#include "thread-state/local-state.h"
#include "thread-state/private-memory.h"
#include "thread-state/spin.h"
#include "memory/births.h"
#include "memory/ended-stacks.h"
#include "memory/aliases.h"
#include "memory/standard-streams.h"
#include "memory/plain.h"
#include "memory/repeated.h"
#include "shadow/shadow.h"
#include "core/hooks.h"
#include "core/traces.h"

/* A loop that makes no events yields after so many accesses, in case it waits for another thread. */
#define MAX_PLAIN_ACCESSES (1u << 22)

static DR_HOT unsigned plain_accesses;
int dr_aliases;

/* `size` bytes at `at` of a granule, and where they begin and end inside it. */
static inline uint8_t mask_of(unsigned at, unsigned size)
{
	return (uint8_t)(((1u << size) - 1) << at);
}

static inline uint8_t bounds_of(unsigned at, unsigned size)
{
	return (uint8_t)((1u << at | 1u << (at + size)) & 0xfe);
}

/* Counts a write for the fingerprint of a spinning thread (spin.c), which covers the thread's own stack by itself. */
static inline __attribute__((always_inline)) void count_store(struct dr_thread *t, uint64_t address)
{
	uint64_t sp = (uint64_t)__builtin_frame_address(0);
	if (address - sp >= t->stack_top - sp)
		t->stores++;
}

static enum dr_access kind_of(int write)
{
	switch (write) {
	case 0: return DR_ACCESS_READ;
	case DR_ALLOCATES: return DR_ACCESS_ALLOCATE;
	case DR_FREES: return DR_ACCESS_END;
	default: return DR_ACCESS_WRITE;
	}
}

/* Bytes of one granule. Returns the promoted ones. */
static inline uint8_t touch(struct dr_thread *t, uint64_t address, uint8_t mask, uint8_t bounds, int write)
{
	uint64_t cell = *dr_shadow_cell(address);
	if (write != DR_ALLOCATES && dr_shadow_knows(cell, t->context.tag, mask, bounds, write))
		return 0;
	if (!dr_shadow_recording && !(cell & DR_CELL_LIST))
		return 0;
	enum dr_stream_part part = write == DR_ALLOCATES ? DR_NO_STREAM : dr_standard_stream(address);
	if (part == DR_STREAM_INSIDE || (part == DR_STREAM_IOS && write && !dr_shadow_promoted(address))) {
		t->stores -= write != 0; /* a loop that prints while it waits counts as waiting */
		if (part == DR_STREAM_IOS)
			dr_standard_stream_writes(t, address, mask, bounds);
		return 0;
	}
	return dr_shadow_touch(t, address & ~7ul, mask, bounds, kind_of(write));
}

/* Returns whether some byte is promoted. */
static int touch_all(struct dr_thread *t, uint64_t address, size_t size, int write)
{
	uint8_t promoted = 0;
	if (dr_visibility == DR_SEES_CALLS) /* other accesses, and the atomics that order them, are not announced: these
					  alone would seem to race */
		return 0;
	for (uint64_t a = address, end = address + size; a < end;) {
		if (a % DR_SHADOW_SPAN == 0 && end - a >= DR_SHADOW_SPAN && !dr_shadow_recording &&
			!dr_shadow_page_used(a)) {
			a += DR_SHADOW_SPAN;
			continue;
		}
		if (a % 8 == 0 && end - a >= 8 && write != DR_ALLOCATES &&
			dr_shadow_knows(*dr_shadow_cell(a), t->context.tag, 0xff, 0, write)) {
			a += 8;
			continue;
		}
		unsigned at = a & 7, n = end - a < 8 - at ? (unsigned)(end - a) : 8 - at;
		promoted |= touch(t, a, mask_of(at, n), bounds_of(at, n), write);
		a += n;
	}
	return promoted != 0;
}

/* Records what the thread is about to write. Inside streams nothing of that matters. An object of the runtime has more
 * to it than these bytes. */
static void record_write(struct dr_thread *t, uint64_t address, size_t size, enum dr_by by)
{
	switch (dr_local_on ? dr_standard_stream(address) : DR_STREAM_INSIDE) {
	case DR_STREAM_IOS: dr_private_write_stream(t, address, size); break;
	case DR_NO_STREAM: {
		int known = dr_private_write(t, address, size);
		t->recorded += known && by != DR_BY_RUNTIME;
		break;
	}
	default:;
	}
}

/* The events of an access to promoted bytes. Those of a copy's write come after those of its read (copies.h). */
static void promoted(struct dr_thread *t, uint64_t address, size_t size, int write, enum dr_by by, const void *site)
{
	if (write == DR_WRITES && by >= DR_BY_INSTRUCTION && dr_copies_next(site, dr_on_some_stack(address))) {
		t->copy = (struct dr_copy){address, size, site, by, plain_accesses};
		plain_accesses = MAX_PLAIN_ACCESSES - 1; /* the read does not take the fast path */
	} else
		dr_promoted_access(address, size, write, by, site);
}

/* An access begins that is not on the fast path. */
static void begin_access(struct dr_thread *t)
{
	if (__builtin_expect(t->copy.size != 0, 0))
		plain_accesses = t->copy.accesses;
}

/* Its events are logged. */
static void end_access(struct dr_thread *t)
{
	if (__builtin_expect(t->copy.size == 0, 1))
		return;
	struct dr_copy copy = t->copy;
	t->copy.size = 0;
	dr_promoted_access(copy.address, copy.size, DR_WRITES, (enum dr_by)copy.by, copy.site);
}

static __attribute__((noinline)) void crossing(
	struct dr_thread *t, uint64_t address, size_t size, int write, enum dr_by by, const void *site)
{
	if (touch_all(t, address, size, write))
		promoted(t, address, size, write, by, site);
}

static __attribute__((noinline)) void let_others_run(void)
{
	plain_accesses = 0;
	dr_machine.stack = 0; /* other threads may run now, so these are not the caller's registers any more */
	dr_settle();
	dr_yield();
}

/*
 * Handles an access to freed memory, or to heap memory outside blocks. Where the bytes are promoted, the events are
 * logged and the scheduler decides from their order whether the free came first. The access is recorded first, so that
 * the conflict is known.
 */
static __attribute__((noinline)) int promoted_after_free(
	struct dr_thread *t, uint64_t address, size_t size, int write, enum dr_by by, const void *site)
{
	if (!dr_heap_freed(address) || !dr_heap_freed(address + size - 1) || !touch_all(t, address, size, write))
		return 0;
	dr_promoted_access(address, size, write, by, site);
	return 1;
}

/* The slow path of an access: all checks. */
static __attribute__((noinline)) void check_access(
	uint64_t address, unsigned size, int write, enum dr_by by, const void *site)
{
	struct dr_thread *t = dr_self;
	begin_access(t);
	address = dr_alias(address);
	if (__builtin_expect(dr_heap_forbids(address, size), 0)) {
		if (promoted_after_free(t, address, size, write, by, site))
			return;
		dr_heap_misuse(address, size, write, site);
	}
	if (__builtin_expect(dr_on_foreign_stack(t, address), 0) &&
		dr_ended_stack_access(t, address, size, write, by, site))
		return;
	struct dr_repeatable store = dr_before_store(t);
	if (write)
		count_store(t, address);
	if (__builtin_expect(++plain_accesses >= MAX_PLAIN_ACCESSES, 0))
		let_others_run();
	unsigned at = address & 7;
	if (at + size > 8)
		crossing(t, address, size, write, by, site);
	else if (touch(t, address, mask_of(at, size), bounds_of(at, size), write))
		promoted(t, address, size, write, by, site);
	if (!write)
		end_access(t);
	if (write)
		dr_heap_write_range(address, size);
	if (write) /* the store comes next */
		record_write(t, address, size, by);
	if (write && store.may)
		dr_repeated_write(t, store, address, size);
}

static __attribute__((noinline)) void access_fully(
	uint64_t address, unsigned size, int write, enum dr_by by, const void *site)
{
	check_access(address, size, write, by, site);
	dr_wipe_stack();
}

/*
 * The fast path. Most accesses need only these comparisons: the memory may be accessed, and either the thread has
 * accessed these bytes in this context before, or nothing is recorded yet. The path saves no registers of the caller;
 * its side effects come last.
 */
static inline __attribute__((always_inline)) void access(
	uint64_t address, unsigned size, int write, enum dr_by by, const void *site)
{
	struct dr_thread *t = dr_self;
	if (!t)
		return;
	unsigned at = address & 7;
	if (size > 8 || (size > 1 && at + size > 8))
		goto fully;
	uint64_t heap = address - DR_ARENAS_BASE;
	if (heap < DR_ARENAS_SIZE) {
		if (dr_heap_map[heap / DR_HEAP_GRANULE] || address + size > dr_arenas[heap >> DR_ARENA_SHIFT].next)
			goto fully;
	} else if (dr_on_foreign_stack(t, address))
		goto fully;
	if (dr_shadow_recording) {
		if (!dr_shadow_knows(
			    *dr_shadow_cell(address), t->context.tag, mask_of(at, size), bounds_of(at, size), write))
			goto fully;
	} else if (dr_shadow_page_used(address) || dr_aliases)
		goto fully;
	if (plain_accesses == MAX_PLAIN_ACCESSES - 1)
		goto fully;
	plain_accesses++;
	if (write) {
		struct dr_repeatable store = dr_before_store(t);
		count_store(t, address);
		if (heap < DR_ARENAS_SIZE)
			dr_heap_write(heap, mask_of(at, size));
		if (__builtin_expect(dr_local_on, 0))
			t->recorded += dr_private_write(t, address, size);
		if (__builtin_expect(store.may, 0))
			dr_repeated_write(t, store, address, size);
	}
	return;
fully:
	access_fully(address, size, write, by, site);
}

static __attribute__((noinline)) void check_range(
	uint64_t address, size_t size, int write, enum dr_by by, const void *site)
{
	struct dr_thread *t = dr_self;
	begin_access(t);
	address = dr_alias(address); /* a second address of a mapped file; the whole access lies in the same mapping in
					most cases */
	if (dr_heap_first_forbidden(address, size)) {
		if (promoted_after_free(t, address, size, write, by, site))
			return;
		dr_heap_misuse(address, size, write, site);
	}
	if (dr_on_foreign_stack(t, address) && dr_ended_stack_access(t, address, size, write, by, site))
		return;
	struct dr_repeatable store = dr_before_store(t);
	if (write && write != DR_FREES) /* which counts by itself */
		count_store(t, address);
	crossing(t, address, size, write, by, site);
	if (write == DR_READS)
		end_access(t);
	if (write == DR_WRITES || write == DR_CLEARS)
		dr_heap_write_range(address, size);
	if (write == DR_WRITES || write == DR_CLEARS)
		record_write(t, address, size, by);
	if (write == DR_WRITES && store.may)
		dr_repeated_write(t, store, address, size);
}

static void range(uint64_t address, size_t size, int write, enum dr_by by, const void *site)
{
	if (!dr_self || !size)
		return;
	check_range(address, size, write, by, site);
	dr_wipe_stack();
}

void dr_plain_range(const void *address, size_t size, int write, const void *site)
{
	range((uint64_t)address, size, write, DR_BY_CALL, site);
	dr_hooks.accesses(address, size, write, site);
}

void dr_plain_object(const void *byte, int how, const void *site)
{
	range((uint64_t)byte, 1, how, DR_BY_RUNTIME, site);
}

int dr_plain_touch(struct dr_thread *t, uint64_t address, size_t size, int write)
{
	return touch_all(t, address, size, write);
}

#define API DR_EXPORT void
/* A read, or a read and a write: `second` is the access that follows the read. */
#define READ(name, bytes, by, second) \
	DR_ENTER_READ(name); \
	DR_ENTERED void name##_entered(void *p); \
	API name##_pc(void *p, void *pc); \
	DR_ENTERED void name##_entered(void *p) \
	{ \
		access((uint64_t)p, bytes, 0, by, DR_SITE); \
		second((uint64_t)p, bytes, 1, by, DR_SITE); \
		dr_leave_no_trace(); \
	} \
	API name##_pc(void *p, void *pc) \
	{ \
		access((uint64_t)p, bytes, 0, DR_BY_CALL, pc); \
		second((uint64_t)p, bytes, 1, DR_BY_CALL, pc); \
	}
#define NOTHING(...)
#define WRITE(name, bytes, by) \
	API name(void *p); \
	API name##_pc(void *p, void *pc); \
	API name(void *p) \
	{ \
		access((uint64_t)p, bytes, 1, by, DR_SITE); \
		dr_leave_no_trace(); \
	} \
	API name##_pc(void *p, void *pc) \
	{ \
		access((uint64_t)p, bytes, 1, DR_BY_CALL, pc); \
	}
#define FAMILY(prefix, bytes, by) \
	READ(prefix##read##bytes, bytes, by, NOTHING) \
	WRITE(prefix##write##bytes, bytes, by) \
	READ(prefix##read_write##bytes, bytes, by, access)
#define ALL(bytes) \
	FAMILY(__tsan_, bytes, DR_BY_INSTRUCTION) \
	FAMILY(__tsan_unaligned_, bytes, DR_BY_INSTRUCTION) \
	FAMILY(__tsan_volatile_, bytes, DR_BY_VOLATILE) \
	FAMILY(__tsan_unaligned_volatile_, bytes, DR_BY_VOLATILE)

ALL(1)
ALL(2)
ALL(4)
ALL(8)
ALL(16)

API __tsan_read_range(void *p, size_t size);
API __tsan_write_range(void *p, size_t size);
API __tsan_read_range_pc(void *p, size_t size, void *pc);
API __tsan_write_range_pc(void *p, size_t size, void *pc);
API __tsan_vptr_update(void **p, void *fresh);
API __tsan_vptr_read(void **p);
API __tsan_init(void);
API __tsan_ignore_thread_begin(void);
API __tsan_ignore_thread_end(void);

API __tsan_read_range(void *p, size_t size)
{
	range((uint64_t)p, size, 0, DR_BY_CALL, DR_SITE);
}
API __tsan_write_range(void *p, size_t size)
{
	range((uint64_t)p, size, 1, DR_BY_INSTRUCTION, DR_SITE);
}
API __tsan_read_range_pc(void *p, size_t size, void *pc)
{
	range((uint64_t)p, size, 0, DR_BY_CALL, pc);
}
API __tsan_write_range_pc(void *p, size_t size, void *pc)
{
	range((uint64_t)p, size, 1, DR_BY_CALL, pc);
}

/* A constructor or destructor sets the object's virtual table pointer. Setting it to its present value counts as no
 * write. */
API __tsan_vptr_update(void **p, void *fresh)
{
	access((uint64_t)p, sizeof *p, *p != fresh, DR_BY_CALL, DR_SITE);
}
API __tsan_vptr_read(void **p)
{
	access((uint64_t)p, sizeof *p, 0, DR_BY_CALL, DR_SITE);
}

API __tsan_init(void) {}
/* The annotations have no effect: accesses in between can matter to other threads. */
API __tsan_ignore_thread_begin(void) {}
API __tsan_ignore_thread_end(void) {}
