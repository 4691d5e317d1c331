/*
 * What libstdc++ keeps of the threads that wait for an atomic (std::atomic::wait, latch, semaphore, barrier of C++20).
 * Who wakes others stores to the atomic and then looks there, with a seq_cst load, whether anybody waits; who waits
 * does the two in the other order. In C11 a store that is not seq_cst itself may come after such a load, and a wake-up
 * would be lost; on the machines that libstdc++ is for it does not. So a seq_cst fence stands before that load.
 */
#ifndef DRISTA_WAITER_POOL_H
#define DRISTA_WAITER_POOL_H

#include <stdint.h>

/* std::__detail::__waiter_pool_base::_S_for(void const*)::__w, 16 entries of two lines each; not there in a program
 * that uses none of it */
extern const char dr_waiter_pool[2048] __asm__("_ZZNSt8__detail18__waiter_pool_base6_S_forEPKvE3__w")
	__attribute__((weak));

static inline int dr_in_waiter_pool(uint64_t address)
{
	return dr_waiter_pool && address - (uint64_t)dr_waiter_pool < sizeof dr_waiter_pool;
}

#endif
