/*
 * Exceptions that std::exception_ptr shares. libstdc++ has a reference count in front of the exception, and its own
 * code changes it unannounced. Here the changes are announced, as atomic acq_rel operations, so that the thread that
 * drops the last reference comes after all others. An exception that no exception_ptr ever refers to belongs to its
 * thread, and nothing is announced.
 *
 * libstdc++ calls these functions by name, except in rethrow_exception and at the end of a catch, which change the
 * count inline. There the event comes first and the count is restored, so that libstdc++ changes it again; no other
 * thread runs in between.
 *
 * Events multiply executions. So there are none as long as the thread that frees the exception is known to come after
 * all others that have changed the count (by promotion, docs/explanation/memory.md: a change then counts as a read of
 * the number, and freeing as a write). One pair of changes is never an event: rethrowing adds a reference, and
 * unwinding drops that of rethrow_exception's parameter. Here the former takes over the latter, without events
 * (`rethrown`). The thread has one of the two references all the time, so no other thread sees the count become
 * 0 earlier or later.
 *
 * The layout is that of libstdc++'s unwind-cxx.h on x86-64 (Itanium C++ ABI, level II: 2.2.1, extended by the count).
 */
#include "atomic/atomic.h"
#include "thread-state/local-state.h"
#include "memory/blocks.h"
#include "libstdc++/containers.h"
#include "libstdc++/exception.h"
#include "memory/plain.h"
#include "prim/real.h"
#include "shadow/shadow.h"

#define HEADER 128 /* __cxa_refcounted_exception: the count, then __cxa_exception; the exception itself follows */
#define DESTRUCTOR 24
#define UNWIND 32 /* _Unwind_Exception, the last member of both headers */
#define PRIMARY \
	80 /* offset of the last member of __cxa_dependent_exception from its first, the primary exception's address \
	    */

enum { FOREIGN_EXCEPTION_CAUGHT = 1 }; /* _URC_FOREIGN_EXCEPTION_CAUGHT */
#define OF_CXX 0x474e5543432b2b00ul /* "GNUCC++\0"; a dependent exception's last byte is 1 */

struct unwind {
	uint64_t class;
	void (*cleanup)(int, struct unwind *);
};

/* An exception with one more reference than was announced, of each thread. */
static uint64_t rethrown[DR_THREADS];

unsigned dr_exception_state(uint64_t word[DR_STATE_WORDS])
{
	word[0] = rethrown[dr_self->number];
	return 1;
}

static uint32_t *count_of(uint64_t exception)
{
	return (uint32_t *)(exception - HEADER);
}

/* The exception's block; NULL: it lies in libstdc++'s emergency pool. */
static struct dr_block *block_of(uint64_t exception)
{
	if (exception - DR_ARENAS_BASE >= DR_ARENAS_SIZE)
		return NULL;
	struct dr_block *b = dr_block_of(exception - HEADER);
	return dr_block_live(b) || dr_block_dead(b) ? b : NULL;
}

/* Are changes of the count announced? Until a conflict is known, only the accesses are recorded: see above. */
static int announced(uint64_t exception)
{
	return dr_self && block_of(exception) && dr_shadow_promoted((uint64_t)count_of(exception));
}

/* Changes the count as libstdc++ does. Returns the old count. */
static uint32_t count(uint64_t exception, enum dr_rmw op, const void *site)
{
	uint64_t at = (uint64_t)count_of(exception);
	if (announced(exception))
		return (uint32_t)dr_atomic_rmw(
			(struct dr_place){at, sizeof(uint32_t), site, 0}, op, 1, __ATOMIC_ACQ_REL);
	if (dr_self)
		dr_plain_touch(dr_self, at, sizeof(uint32_t), DR_READS);
	dr_changed();
	dr_local_unknown(); /* libstdc++ changes the count unannounced */
	uint32_t old = *count_of(exception);
	*count_of(exception) = op == DR_ADD ? old + 1 : old - 1;
	return old;
}

static void add(uint64_t exception, const void *site)
{
	struct dr_block *b = block_of(exception);
	if (b && !b->counted) {
		b->counted = 1;
		if (announced(exception))
			dr_atomic_store((struct dr_place){(uint64_t)count_of(exception), sizeof(uint32_t), site, 0},
				*count_of(exception), __ATOMIC_RELAXED);
	}
	count(exception, DR_ADD, site);
}

/* Is this the reference that a rethrow has taken over? */
static int took_over(uint64_t exception)
{
	if (!dr_self || rethrown[dr_self->number] != exception)
		return 0;
	rethrown[dr_self->number] = 0;
	return 1;
}

/* The exception that an exception_ptr points to. */
static uint64_t held_by(uint64_t *pointer, const void *site)
{
	dr_plain_range(pointer, sizeof *pointer, DR_READS, site);
	return *pointer;
}

extern void __cxa_free_exception(void *exception) __attribute__((weak));

WEAK void dr_exception_addref(uint64_t *pointer) __asm__("_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv");
WEAK void dr_exception_of_object(uint64_t *pointer, uint64_t exception) __asm__(
	"_ZNSt15__exception_ptr13exception_ptrC1EPv");
WEAK uint64_t *dr_current_exception(uint64_t *result) __asm__("_ZSt17current_exceptionv");
WEAK void dr_exception_release(uint64_t *pointer) __asm__("_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");
WEAK _Noreturn void dr_rethrow_exception(uint64_t *pointer) __asm__(
	"_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE");
WEAK void _Unwind_DeleteException(struct unwind *e);

void dr_exception_addref(uint64_t *pointer)
{
	uint64_t exception = held_by(pointer, DR_SITE);
	if (exception)
		add(exception, DR_SITE);
}

static void hold(uint64_t *pointer, uint64_t exception, const void *site)
{
	dr_changed();
	dr_local_unknown();
	*pointer = exception;
	dr_plain_range(pointer, sizeof *pointer, DR_WRITES, site);
}

/* The constructor that std::make_exception_ptr uses for its result. */
void dr_exception_of_object(uint64_t *pointer, uint64_t exception)
{
	hold(pointer, exception, DR_SITE);
	if (exception)
		add(exception, DR_SITE);
}

/* libstdc++ adds the reference of its result by a call of dr_exception_addref, which reads the result. So the result is
 * first written to memory of the thread's own with no announced accesses; other threads may run during the call. */
uint64_t *dr_current_exception(uint64_t *result)
{
	static uint64_t *(*real)(uint64_t *);
	static uint64_t current_of[DR_THREADS];
	uint64_t *current = &current_of[dr_self ? dr_self->number : 0];
	dr_real_one(&real, "_ZSt17current_exceptionv");
	real(current);
	hold(result, *current, DR_SITE);
	return result;
}

void dr_exception_release(uint64_t *pointer)
{
	uint64_t exception = held_by(pointer, DR_SITE);
	if (!exception || took_over(exception) || count(exception, DR_SUB, DR_SITE) != 1)
		return;
	void (*destructor)(uint64_t) = *(void (**)(uint64_t))(exception - HEADER + DESTRUCTOR);
	if (destructor)
		destructor(exception);
	__cxa_free_exception((void *)exception);
	dr_plain_range(pointer, sizeof *pointer, DR_WRITES, DR_SITE);
	*pointer = 0;
}

void dr_rethrow_exception(uint64_t *pointer)
{
	static void (*real)(uint64_t *) __attribute__((noreturn));
	dr_real_one(&real, "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE");
	uint64_t exception = held_by(pointer, DR_SITE);
	if (announced(exception) && !rethrown[dr_self->number])
		rethrown[dr_self->number] = exception;
	else
		add(exception, DR_SITE);
	--*count_of(exception);
	real(pointer);
}

/* Called at the end of the last catch of an exception (__cxa_end_catch), or when a frame discards it. */
void _Unwind_DeleteException(struct unwind *e)
{
	if ((e->class & ~1ul) == OF_CXX) {
		uint64_t exception = e->class & 1 ? *(uint64_t *)((uint64_t)e - PRIMARY) : (uint64_t)e + UNWIND;
		struct dr_block *b = block_of(exception);
		if (b && b->counted) {
			if (!took_over(exception))
				count(exception, DR_SUB, DR_SITE);
			++*count_of(exception);
		}
	}
	if (e->cleanup)
		e->cleanup(FOREIGN_EXCEPTION_CAUGHT, e);
}
