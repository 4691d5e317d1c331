/* A second copy of loops that only compute, without instrumentation, for programs that run under a safe schedule. */
#pragma once

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Module.h"

namespace llvm
{
class Loop;
} // namespace llvm

namespace drista
{

class NativeLoops
{
      public:
	explicit NativeLoops(llvm::Module &module);

	/*
	 * Copies the outermost loops of the function that perform no event under a schedule: they have no atomics, and
	 * call nothing but functions of which the same is true. A schedule has no plain accesses as events, so the
	 * copies, which are functions of their own, need not announce any. A flag of the runtime, which is set before
	 * the first instrumented code runs, says which copy is taken. Functions that are not optimised are left alone.
	 */
	void copyIn(llvm::Function &function);

	/* Is the instruction in a copy, or does it call one? */
	bool isNative(const llvm::Instruction &i) const
	{
		return blocks.count(i.getParent()) != 0;
	}

	/* Does the loop perform no event under a schedule? */
	bool isSilent(const llvm::Loop &loop) const;

      private:
	bool isSilent(const llvm::Instruction &i) const;
	void copy(llvm::Loop &loop);

	/* Functions of the module that perform no events. */
	llvm::DenseSet<const llvm::Function *> silent;
	llvm::DenseSet<const llvm::BasicBlock *> blocks;
};

} // namespace drista
