/*
 * The atomics that instrumented code calls, for programs that call them by their names. Used where the compiler has no
 * header of this name.
 */
#ifndef DRISTA_SANITIZER_TSAN_INTERFACE_ATOMIC_H
#define DRISTA_SANITIZER_TSAN_INTERFACE_ATOMIC_H

#ifdef __cplusplus
extern "C" {
#endif

/* gcc has these functions built in, with types of its own. */
#if defined(__GNUC__) && !defined(__clang__)
typedef unsigned char __tsan_atomic8;
typedef unsigned short __tsan_atomic16;
typedef unsigned int __tsan_atomic32;
typedef unsigned long __tsan_atomic64;
__extension__ typedef unsigned __int128 __tsan_atomic128;
#define DRISTA_OBJECT(bits) void
#define DRISTA_ORDER int
#ifdef __cplusplus
#define DRISTA_BOOL bool
#else
#define DRISTA_BOOL _Bool
#endif
#else
typedef char __tsan_atomic8;
typedef short __tsan_atomic16;
typedef int __tsan_atomic32;
typedef long __tsan_atomic64;
__extension__ typedef __int128 __tsan_atomic128;
#define DRISTA_OBJECT(bits) __tsan_atomic##bits
#define DRISTA_ORDER __tsan_memory_order
#define DRISTA_BOOL int
#endif

typedef enum {
	__tsan_memory_order_relaxed,
	__tsan_memory_order_consume,
	__tsan_memory_order_acquire,
	__tsan_memory_order_release,
	__tsan_memory_order_acq_rel,
	__tsan_memory_order_seq_cst
} __tsan_memory_order;

#define DRISTA_MODIFY(bits, name) \
	__tsan_atomic##bits __tsan_atomic##bits##_##name( \
		volatile DRISTA_OBJECT(bits) * a, __tsan_atomic##bits v, DRISTA_ORDER order);
#define DRISTA_EXCHANGE(bits, name) \
	DRISTA_BOOL __tsan_atomic##bits##_compare_exchange_##name(volatile DRISTA_OBJECT(bits) * a, \
		DRISTA_OBJECT(bits) * expected, __tsan_atomic##bits v, DRISTA_ORDER order, DRISTA_ORDER failure);
#define DRISTA_ATOMIC(bits) \
	__tsan_atomic##bits __tsan_atomic##bits##_load(const volatile DRISTA_OBJECT(bits) * a, DRISTA_ORDER order); \
	void __tsan_atomic##bits##_store(volatile DRISTA_OBJECT(bits) * a, __tsan_atomic##bits v, DRISTA_ORDER order); \
	DRISTA_MODIFY(bits, exchange) \
	DRISTA_MODIFY(bits, fetch_add) \
	DRISTA_MODIFY(bits, fetch_sub) \
	DRISTA_MODIFY(bits, fetch_and) \
	DRISTA_MODIFY(bits, fetch_or) \
	DRISTA_MODIFY(bits, fetch_xor) \
	DRISTA_MODIFY(bits, fetch_nand) \
	DRISTA_EXCHANGE(bits, weak) \
	DRISTA_EXCHANGE(bits, strong) \
	__tsan_atomic##bits __tsan_atomic##bits##_compare_exchange_val(volatile __tsan_atomic##bits *a, \
		__tsan_atomic##bits expected, __tsan_atomic##bits v, __tsan_memory_order order, \
		__tsan_memory_order failure);

DRISTA_ATOMIC(8)
DRISTA_ATOMIC(16)
DRISTA_ATOMIC(32)
DRISTA_ATOMIC(64)
DRISTA_ATOMIC(128)

void __tsan_atomic_thread_fence(DRISTA_ORDER order);
void __tsan_atomic_signal_fence(DRISTA_ORDER order);

#undef DRISTA_MODIFY
#undef DRISTA_EXCHANGE
#undef DRISTA_ATOMIC
#undef DRISTA_OBJECT
#undef DRISTA_ORDER
#undef DRISTA_BOOL

#ifdef __cplusplus
}
#endif

#endif
