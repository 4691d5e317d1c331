/* Calls whose result the program does not use: executions need not differ by it. */
#pragma once

#include "llvm/IR/Function.h"

namespace drista
{

/*
 * Before each call of pthread_barrier_wait, and each system call futex, whose result nothing uses: a call of
 * __drista_unused with the barrier, or the word.
 */
void announceUnusedResults(llvm::Function &function);

} // namespace drista
