/* Which values of a function are live where: those that what is still to be executed may depend on. */
#pragma once

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Function.h"

#include <vector>

namespace drista
{

class LiveValues
{
      public:
	explicit LiveValues(llvm::Function &function);

	/* The values that are live just before the instruction: arguments, and results of instructions. Addresses of
	 * local variables are left out, which stay as they are. */
	struct Live {
		std::vector<llvm::Value *> kept; /* still live after the instruction, in the order of the function */
		std::vector<llvm::Value *> used; /* not any more */
	};
	Live before(const llvm::Instruction &at) const;

      private:
	void number(llvm::Value &value);
	void findNeeded();
	void solve();
	void use(const llvm::Value *value, llvm::BitVector &live) const;
	void across(const llvm::Instruction &i, llvm::BitVector &live) const;
	llvm::BitVector atEnd(const llvm::BasicBlock &block) const;

	llvm::Function &function;
	std::vector<llvm::Value *> values;
	llvm::DenseMap<const llvm::Value *, unsigned> numbers;
	/* Instructions that have an effect or read memory, and those that such a one depends on. A counter that only
	 * counts is not among them. */
	llvm::DenseSet<const llvm::Instruction *> needed;
	/* At the beginning of each block, without its phis. */
	llvm::DenseMap<const llvm::BasicBlock *, llvm::BitVector> atBegin;
};

} // namespace drista
