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

	/* Is it an atomic that reads, or a call of code that may perform one or is unknown? */
	bool mayWait(const llvm::Instruction &i) const;

      private:
	/* Functions of the module that only compute: all that they call is known and does so too. */
	llvm::DenseSet<const llvm::Function *> computing;
};

} // namespace drista
