#include "locals.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace {

/* The parameter that the variable holds from the beginning on, for good; null: none. */
Argument *parameterIn(AllocaInst &local)
{
	Argument *parameter = nullptr;
	for (User *user : local.users()) {
		auto *store = dyn_cast<StoreInst>(user);
		if (!store)
			continue;
		if (parameter || store->getParent() != local.getParent() || !isa<Argument>(store->getValueOperand()))
			return nullptr;
		parameter = cast<Argument>(store->getValueOperand());
	}
	return parameter;
}

/* Uses parameters themselves where variables that hold them are read. These stay, for debuggers. */
void readParameters(Function &function)
{
	for (Instruction &i : function.getEntryBlock()) {
		auto *local = dyn_cast<AllocaInst>(&i);
		Argument *parameter = local && isAllocaPromotable(local) ? parameterIn(*local) : nullptr;
		if (!parameter)
			continue;
		for (User *user : make_early_inc_range(local->users()))
			if (auto *load = dyn_cast<LoadInst>(user)) {
				load->replaceAllUsesWith(parameter);
				load->eraseFromParent();
			}
	}
}

} // namespace

bool drista::isOnlyWritten(const AllocaInst &local)
{
	return isAllocaPromotable(&local) &&
		none_of(local.users(), [](const User *user) { return isa<LoadInst>(user); });
}

void drista::promoteLocals(Function &function)
{
	readParameters(function);
	DominatorTree dominators(function);
	for (;;) { // a promoted pointer may have hidden accesses to another variable
		SmallVector<AllocaInst *, 16> locals;
		for (Instruction &i : function.getEntryBlock())
			if (auto *local = dyn_cast<AllocaInst>(&i); local && isAllocaPromotable(local) && !parameterIn(*local))
				locals.push_back(local);
		if (locals.empty())
			return;
		PromoteMemToReg(locals, dominators);
	}
}
