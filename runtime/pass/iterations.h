/* Counts how often a thread goes round the loops of a function (runtime/atomic/iterations.c). */
#pragma once

#include "llvm/IR/Instructions.h"

#include <vector>

namespace drista
{

/*
 * For each loop with one of these instructions: a count, from 0 each time that a thread comes to the loop from outside,
 * that its head reports to the runtime, which returns the next one (runtime/atomic/iterations.c).
 */
void countIterations(llvm::Function &function, const std::vector<llvm::Instruction *> &waiting);

} // namespace drista
