/* Processors' counters of cycles, which no run could repeat. */
#pragma once

#include "llvm/IR/Function.h"

namespace drista
{

/*
 * Each reading of the counter (__rdtsc, __rdtscp, __builtin_readcyclecounter, and inline assembly that does nothing
 * else) reads the thread's virtual clock in its place: one cycle is a nanosecond.
 */
void replaceCycleCounters(llvm::Function &function);

} // namespace drista
