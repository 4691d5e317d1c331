/*
 * libstdc++'s counters of the threads that wait for an atomic (std::atomic::wait, latch, semaphore, barrier of C++20).
 * A waking thread stores to the atomic and then loads the counter (seq_cst); a waiting thread increments the counter
 * and then loads the atomic. In C11 a store that is not seq_cst may be ordered after the seq_cst load, so that a
 * wake-up is lost. On the machines that libstdc++ supports this does not happen. So the runtime performs a seq_cst
 * fence before that load.
 */
#ifndef DRISTA_WAITER_POOL_H
#define DRISTA_WAITER_POOL_H

#include <stdint.h>

/* std::__detail::__waiter_pool_base::_S_for(void const*)::__w, 16 entries of two lines each; absent in a program that
 * does not use them */
extern const char dr_waiter_pool[2048] __asm__("_ZZNSt8__detail18__waiter_pool_base6_S_forEPKvE3__w")
	__attribute__((weak));

/* Is the address in these counters? */
static inline int dr_in_waiter_pool(uint64_t address)
{
	return dr_waiter_pool && address - (uint64_t)dr_waiter_pool < sizeof dr_waiter_pool;
}

#endif
