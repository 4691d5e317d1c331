/*
 * The functions of libatomic. Compilers call them for 16-byte objects, for sizes known only at run time, and for odd
 * sizes, which libatomic guards with a lock. Odd sizes are unsupported: their values do not fit an event.
 */
#include "atomic/atomic.h"
#include "memory/plain.h"
#include "thread-state/local-state.h"
#include "thread-state/spin.h"

typedef uint8_t u1;
typedef uint16_t u2;
typedef uint32_t u4;
typedef uint64_t u8;
typedef dr_wide u16;

/* Defines a function whose name the compiler keeps for a builtin of its own, and that no loop waits in. */
#define NAMED(type, name, ...) \
	type libatomic##name(__VA_ARGS__) __asm__(#name); \
	type libatomic##name(__VA_ARGS__)
#define PLACE(p, bytes) ((struct dr_place){(uint64_t)(p), bytes, DR_SITE, dr_spin_fingerprint()})

#define FETCH(bytes, name, op) \
	DR_WAITING(u##bytes, __atomic_fetch_##name##_##bytes, volatile void *p, u##bytes v, int order) \
	{ \
		return (u##bytes)dr_atomic_rmw(PLACE(p, bytes), op, v, order); \
	} \
	DR_WAITING(u##bytes, __atomic_##name##_fetch_##bytes, volatile void *p, u##bytes v, int order) \
	{ \
		return (u##bytes)dr_rmw_result(op, bytes, dr_atomic_rmw(PLACE(p, bytes), op, v, order), v); \
	}
#define ALL(bytes) \
	DR_WAITING(u##bytes, __atomic_load_##bytes, const volatile void *p, int order) \
	{ \
		return (u##bytes)dr_atomic_load(PLACE(p, bytes), order); \
	} \
	NAMED(void, __atomic_store_##bytes, volatile void *p, u##bytes v, int order) \
	{ \
		dr_atomic_store((struct dr_place){(uint64_t)p, bytes, DR_SITE, 0}, v, order); \
	} \
	DR_WAITING(u##bytes, __atomic_exchange_##bytes, volatile void *p, u##bytes v, int order) \
	{ \
		return (u##bytes)dr_atomic_rmw(PLACE(p, bytes), DR_XCHG, v, order); \
	} \
	DR_WAITING(_Bool, __atomic_compare_exchange_##bytes, volatile void *p, void *expected, u##bytes v, int order, \
		int fail) \
	{ \
		struct dr_place place = PLACE(p, bytes); \
		dr_local_argument((uint64_t)expected); \
		return exchange_if(place, expected, v, order, fail); \
	} \
	FETCH(bytes, add, DR_ADD) \
	FETCH(bytes, sub, DR_SUB) \
	FETCH(bytes, and, DR_AND) \
	FETCH(bytes, or, DR_OR) \
	FETCH(bytes, xor, DR_XOR) \
	FETCH(bytes, nand, DR_NAND)

/* Reads an operand from memory of the program, which is plain data. */
static dr_wide get(const void *from, uint32_t size, const void *site)
{
	dr_plain_range(from, size, DR_READS, site);
	struct dr_value v = dr_peek((uint64_t)from, size);
	return (dr_wide)v.hi << 64 | v.lo;
}

static void put(void *to, uint32_t size, dr_wide w, const void *site)
{
	dr_plain_range(to, size, DR_WRITES, site);
	dr_poke((uint64_t)to, size, (struct dr_value){(uint64_t)w, (uint64_t)(w >> 64)});
}

static _Bool exchange_if(struct dr_place p, void *expected, dr_wide desired, int order, int fail)
{
	dr_wide wanted = get(expected, p.size, p.site), old = dr_atomic_cas(p, 0, wanted, desired, order, fail);
	if (old != wanted)
		put(expected, p.size, old, p.site);
	return old == wanted;
}

ALL(1)
ALL(2)
ALL(4)
ALL(8)
ALL(16)

/* Can an object of that size be one event? */
static int fits(size_t size)
{
	return size && size <= 16 && !(size & (size - 1));
}

static int is_unsupported(const void *object, size_t size, int write, const void *site)
{
	if (fits(size))
		return 0;
	if (dr_self)
		dr_atomic_unsupported((uint64_t)object, size, write, site);
	return 1; /* before main no other thread exists: a copy is enough */
}

DR_WAITING(void, __atomic_load, size_t size, const void *p, void *result, int order)
{
	struct dr_place place = PLACE(p, (uint32_t)size);
	dr_local_argument((uint64_t)result);
	if (is_unsupported(p, size, 0, DR_SITE))
		dr_copy(result, p, size);
	else
		put(result, place.size, dr_atomic_load(place, order), DR_SITE);
}

NAMED(void, __atomic_store, size_t size, void *p, void *value, int order)
{
	struct dr_place place = {(uint64_t)p, (uint32_t)size, DR_SITE, 0};
	if (is_unsupported(p, size, 1, DR_SITE))
		dr_copy(p, value, size);
	else
		dr_atomic_store(place, get(value, place.size, DR_SITE), order);
}

DR_WAITING(void, __atomic_exchange, size_t size, void *p, void *value, void *result, int order)
{
	struct dr_place place = PLACE(p, (uint32_t)size);
	dr_local_argument((uint64_t)result);
	if (!is_unsupported(p, size, 1, DR_SITE)) {
		dr_wide operand = get(value, place.size, DR_SITE);
		put(result, place.size, dr_atomic_rmw(place, DR_XCHG, operand, order), DR_SITE);
		return;
	}
	for (size_t i = 0; i < size; i++) { /* value and result may be the same object */
		uint8_t old = ((uint8_t *)p)[i];
		((uint8_t *)p)[i] = ((uint8_t *)value)[i];
		((uint8_t *)result)[i] = old;
	}
}

DR_WAITING(_Bool, __atomic_compare_exchange, size_t size, void *p, void *expected, void *desired, int order, int fail)
{
	struct dr_place place = PLACE(p, (uint32_t)size);
	dr_local_argument((uint64_t)expected);
	if (!is_unsupported(p, size, 1, DR_SITE))
		return exchange_if(place, expected, get(desired, place.size, DR_SITE), order, fail);
	for (size_t i = 0; i < size; i++)
		if (((uint8_t *)p)[i] != ((uint8_t *)expected)[i]) {
			dr_copy(expected, p, size);
			return 0;
		}
	dr_copy(p, desired, size);
	return 1;
}

DR_WAITING(_Bool, __atomic_test_and_set, volatile void *p, int order)
{
	return dr_atomic_rmw(PLACE(p, 1), DR_XCHG, 1, order) != 0;
}

NAMED(_Bool, __atomic_is_lock_free, size_t size, const volatile void *p)
{
	return fits(size) && ((uint64_t)p & (size - 1)) == 0;
}
