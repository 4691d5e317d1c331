/* Loops in which a thread may go round for ever and perform no event that returns a value. */
#pragma once

#include "native-loops.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Module.h"

#include <vector>

namespace drista
{

class EndlessLoops
{
      public:
	/* Local variables must be in registers by now. */
	EndlessLoops(llvm::Module &module, const NativeLoops &native);

	/*
	 * The heads of such loops: nothing bounds how often the loop is gone round, as far as the compiler knows, and
	 * some way round has no atomic that reads. Loops that only compute, and may be left, are not among them.
	 */
	static std::vector<llvm::BasicBlock *> headsOf(llvm::Function &function, const NativeLoops &native);

	/* Does the instruction call a function of the module that has such a loop, or leads to one? */
	bool mayLead(const llvm::Instruction &i) const;

      private:
	llvm::DenseSet<const llvm::Function *> leading;
};

} // namespace drista
