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

/*
 * The same before each atomic read-modify-write that is relaxed or releases, and whose result nothing uses. It must run
 * after all optimisations: some of them turn such an operation into another one.
 */
void announceUnusedUpdates(llvm::Function &function);

} // namespace drista
