/* What the runtime is told at the heads of a function's loops (runtime/atomic/iterations.c). */
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"

#include <vector>

namespace drista
{

/*
 * For each loop with one of these instructions, or with one of these heads: a counter, 0 whenever a thread enters the
 * loop from outside. The head of the loop passes it to the runtime, which returns the next value
 * (runtime/atomic/iterations.c), and with it whether memory decides when the loop is left, so that it may wait for
 * another thread, and whether the loop is one of those with these heads (endless-loops.h). Returns the calls at the
 * heads.
 */
llvm::DenseMap<const llvm::BasicBlock *, llvm::CallInst *> countIterations(llvm::Function &function,
	const std::vector<llvm::Instruction *> &waiting, const std::vector<llvm::BasicBlock *> &endless);

} // namespace drista
