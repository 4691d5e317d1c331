/* The functions that instrumented code calls for atomics, with the gcc form and the clang form of compare-exchange. */
#include "atomic/atomic.h"
#include "memory/plain.h"
#include "thread-state/local-state.h"
#include "core/traces.h"
#include "thread-state/spin.h"

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef dr_wide u128;

/* The value, after which the stack is wiped. */
#define WIPED(value) \
	({ \
		__auto_type result = (value); \
		dr_wipe_stack(); \
		result; \
	})

/* Operations that may be the whole body of a spin loop are entered through spin.h. */
#define PLACE(p, type, spinning) \
	((struct dr_place){(uint64_t)(p), sizeof(type), DR_SITE, (spinning) ? dr_spin_fingerprint() : 0})

#define FETCH(bits, type, name, op) \
	DR_WAITING(type, __tsan_atomic##bits##_##name, volatile type *p, type v, int order) \
	{ \
		return WIPED((type)dr_atomic_rmw(PLACE(p, type, 1), op, v, order)); \
	}
#define EXCHANGE_IF(bits, type, strength, weak) \
	DR_WAITING(int, __tsan_atomic##bits##_compare_exchange_##strength, volatile type *p, type *expected, type v, \
		int order, int fail) \
	{ \
		struct dr_place place = PLACE(p, type, 1); \
		dr_local_argument((uint64_t)expected); \
		dr_plain_range(expected, sizeof *expected, DR_READS, DR_SITE); \
		type wanted = *expected, old = (type)dr_atomic_cas(place, weak, wanted, v, order, fail); \
		if (old != wanted) { \
			dr_plain_range(expected, sizeof *expected, DR_WRITES, DR_SITE); \
			*expected = old; \
		} \
		return WIPED(old == wanted && !(weak && dr_atomic_failed())); \
	}
#define ALL(bits, type) \
	DR_WAITING(type, __tsan_atomic##bits##_load, const volatile type *p, int order) \
	{ \
		return WIPED((type)dr_atomic_load(PLACE(p, type, 1), order)); \
	} \
	DR_EXPORT void __tsan_atomic##bits##_store(volatile type *p, type v, int order); \
	DR_EXPORT void __tsan_atomic##bits##_store(volatile type *p, type v, int order) \
	{ \
		dr_atomic_store(PLACE(p, type, 0), v, order); \
		dr_wipe_stack(); \
	} \
	FETCH(bits, type, exchange, DR_XCHG) \
	FETCH(bits, type, fetch_add, DR_ADD) \
	FETCH(bits, type, fetch_sub, DR_SUB) \
	FETCH(bits, type, fetch_and, DR_AND) \
	FETCH(bits, type, fetch_or, DR_OR) \
	FETCH(bits, type, fetch_xor, DR_XOR) \
	FETCH(bits, type, fetch_nand, DR_NAND) \
	EXCHANGE_IF(bits, type, strong, 0) \
	EXCHANGE_IF(bits, type, weak, 1) \
	DR_WAITING(type, __tsan_atomic##bits##_compare_exchange_val, volatile type *p, type expected, type v, \
		int order, int fail) \
	{ \
		struct dr_place place = PLACE(p, type, 1); \
		return WIPED((type)dr_atomic_cas(place, dr_atomic_is_weak(place.object), expected, v, order, fail)); \
	}

ALL(8, u8)
ALL(16, u16)
ALL(32, u32)
ALL(64, u64)
ALL(128, u128)

DR_EXPORT void __tsan_atomic_thread_fence(int order);
DR_EXPORT void __tsan_atomic_signal_fence(int order);

void __tsan_atomic_thread_fence(int order)
{
	dr_atomic_fence(order, DR_SITE);
	dr_wipe_stack();
}

/* Orders a thread with its own signal handlers only, and has no effect between threads. */
void __tsan_atomic_signal_fence(int order)
{
	(void)order;
}
