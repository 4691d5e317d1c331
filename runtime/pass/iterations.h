/* What the runtime is told at the heads of a function's loops (runtime/atomic/iterations.c). */
#pragma once

#include "llvm/IR/Instructions.h"

#include <vector>

namespace drista
{

/*
 * For each loop with one of these instructions: a counter, 0 whenever a thread enters the loop from outside. The head
 * of the loop passes it to the runtime, which returns the next value (runtime/atomic/iterations.c), and with it whether
 * memory decides when the loop is left, so that it may wait for another thread.
 */
void countIterations(llvm::Function &function, const std::vector<llvm::Instruction *> &waiting);

} // namespace drista
