/*
 * Where the local variables that lie in memory have contents: after the first instruction in their scope that may
 * access them, and before they are destroyed. What lies there otherwise is what other calls have left
 * (C11 6.2.4, 6.7.9: it is indeterminate).
 */
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace drista
{

class LocalContents
{
      public:
	/* Of these variables of the function. */
	LocalContents(const llvm::Function &function, llvm::ArrayRef<const llvm::AllocaInst *> locals);

	/* The variables, by their place in the list, that may have contents before the end of the instruction: what it
	 * calls may fill them. */
	llvm::BitVector during(const llvm::Instruction &at) const;

      private:
	/* `address`: a part of the local, which has the number n. */
	void findUses(const llvm::AllocaInst &local, const llvm::Value &address, unsigned n);
	void fill(const llvm::Instruction &i, llvm::BitVector &filled) const;
	void across(const llvm::Instruction &i, llvm::BitVector &filled) const;
	void solve(const llvm::Function &function);

	unsigned count;
	/* Which variables an instruction may access, or gives the address of to what may; those whose scope it enters
	 * or leaves, or that it destroys. */
	llvm::DenseMap<const llvm::Instruction *, llvm::BitVector> accessed, scoped;
	llvm::DenseMap<const llvm::BasicBlock *, llvm::BitVector> atBegin;
};

} // namespace drista
