#include "locals.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

void drista::promoteLocals(Function &function)
{
	DominatorTree dominators(function);
	for (;;) { // a promoted pointer may have hidden accesses to another variable
		SmallVector<AllocaInst *, 16> locals;
		for (Instruction &i : function.getEntryBlock())
			if (auto *local = dyn_cast<AllocaInst>(&i); local && isAllocaPromotable(local))
				locals.push_back(local);
		if (locals.empty())
			return;
		PromoteMemToReg(locals, dominators);
	}
}
