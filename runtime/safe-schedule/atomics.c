/* Atomic operations, choices and assumptions under a schedule. */
#include "safe-schedule/enforce.h"
#include "core/protocol.h"

#include <string.h>
#include <unistd.h>

/* The operations are seq_cst, whatever order the program gives them: what the schedule knows are interleavings. */
#define PERFORM(type) \
	static dr_bits perform_##type(int kind, int op, type *p, type v, type expected) \
	{ \
		if (kind == DR_LOAD) \
			return __atomic_load_n(p, __ATOMIC_SEQ_CST); \
		if (kind == DR_STORE) { \
			__atomic_store_n(p, v, __ATOMIC_SEQ_CST); \
			return v; \
		} \
		switch (op) { \
		case DR_XCHG: return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST); \
		case DR_ADD: return __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST); \
		case DR_SUB: return __atomic_fetch_sub(p, v, __ATOMIC_SEQ_CST); \
		case DR_AND: return __atomic_fetch_and(p, v, __ATOMIC_SEQ_CST); \
		case DR_OR: return __atomic_fetch_or(p, v, __ATOMIC_SEQ_CST); \
		case DR_XOR: return __atomic_fetch_xor(p, v, __ATOMIC_SEQ_CST); \
		case DR_NAND: return __atomic_fetch_nand(p, v, __ATOMIC_SEQ_CST); \
		default: \
			__atomic_compare_exchange_n(p, &expected, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
			return expected; \
		} \
	}
PERFORM(uint8_t)
PERFORM(uint16_t)
PERFORM(uint32_t)
PERFORM(uint64_t)
#ifdef __x86_64__
/* Those of 16 bytes, without libatomic. */
static dr_bits perform_wide(int kind, int op, dr_bits *p, dr_bits v, dr_bits expected)
{
	dr_bits old, next;
	memcpy(&old, p, sizeof old);
	for (;;) {
		switch (kind == DR_LOAD ? DR_ADD : kind == DR_STORE ? DR_XCHG : op) {
		case DR_XCHG: next = v; break;
		case DR_ADD: next = old + (kind == DR_LOAD ? 0 : v); break;
		case DR_SUB: next = old - v; break;
		case DR_AND: next = old & v; break;
		case DR_OR: next = old | v; break;
		case DR_XOR: next = old ^ v; break;
		case DR_NAND: next = ~(old & v); break;
		default: next = old == expected ? v : old;
		}
		uint64_t low = (uint64_t)old, high = (uint64_t)(old >> 64);
		uint8_t done;
		__asm__ volatile("lock cmpxchg16b %1\n\tsete %0"
				 : "=q"(done), "+m"(*p), "+a"(low), "+d"(high)
				 : "b"((uint64_t)next), "c"((uint64_t)(next >> 64))
				 : "memory", "cc");
		if (done)
			return old;
		old = (dr_bits)high << 64 | low;
	}
}
#endif

static dr_bits perform(int kind, int op, uint64_t object, uint32_t size, dr_bits v, dr_bits expected)
{
	switch (size) {
	case 1: return perform_uint8_t(kind, op, (uint8_t *)object, (uint8_t)v, (uint8_t)expected);
	case 2: return perform_uint16_t(kind, op, (uint16_t *)object, (uint16_t)v, (uint16_t)expected);
	case 4: return perform_uint32_t(kind, op, (uint32_t *)object, (uint32_t)v, (uint32_t)expected);
	case 8: return perform_uint64_t(kind, op, (uint64_t *)object, v, expected);
#ifdef __x86_64__
	case 16: return perform_wide(kind, op, (dr_bits *)object, v, expected);
#endif
	default: dr_unknown("an atomic access of this size", NULL); _exit(3);
	}
}

dr_bits dr_enforced_atomic(
	int kind, int op, uint64_t object, uint32_t size, dr_bits operand, dr_bits expected, const void *site)
{
	struct dr_enforced e = {
		.kind = (uint8_t)kind, .site = site, .object = (const void *)object, .operand = (uint64_t)operand};
	if (!dr_admit(&e))
		return perform(kind, op, object, size, operand, expected);
	dr_bits old = perform(kind, op, object, size, operand, expected);
	if (kind == DR_STORE)
		dr_done(&e, 0);
	else
		dr_done_returning(&e, (uint64_t)old);
	return old;
}

unsigned dr_enforced_choose(unsigned n, const void *site)
{
	struct dr_enforced e = {.kind = DR_CHOOSE, .site = site, .operand = n};
	if (!dr_admit(&e))
		return 0;
	unsigned chosen = dr_random(n);
	dr_done(&e, chosen);
	return chosen;
}

void dr_enforced_assume_failed(const void *site)
{
	dr_unknown("an assumption fails", site);
}
