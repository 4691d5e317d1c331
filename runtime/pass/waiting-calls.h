/* Which instructions of a module may wait for another thread, or lead to one that may. */
#pragma once

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Module.h"

namespace drista
{

class WaitingCalls
{
      public:
	explicit WaitingCalls(const llvm::Module &module);

	/* An atomic that reads, or a call of code that may perform one or is not known. */
	bool mayWait(const llvm::Instruction &i) const;

      private:
	/* Functions of the module of which all is known, and which only compute. */
	llvm::DenseSet<const llvm::Function *> computing;
};

} // namespace drista
