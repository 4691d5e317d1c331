#include "locals.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
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

/* The loads and stores of a variable, by whatever type of pointer, and what changes that type. */
struct Accesses {
	SmallVector<Instruction *, 8> all;
	SmallVector<Instruction *, 8> casts;
};

/* False: the variable is used otherwise, too. */
bool findAccesses(Value &pointer, Accesses &accesses)
{
	for (User *user : pointer.users()) {
		if (auto *load = dyn_cast<LoadInst>(user); load && load->isSimple())
			accesses.all.push_back(load);
		else if (auto *store = dyn_cast<StoreInst>(user); store && store->isSimple() && store->getValueOperand() != &pointer)
			accesses.all.push_back(store);
		else if (auto *cast = dyn_cast<BitCastInst>(user)) {
			accesses.casts.push_back(cast);
			if (!findAccesses(*cast, accesses))
				return false;
		} else if (auto *call = dyn_cast<IntrinsicInst>(user); !call || !call->isLifetimeStartOrEnd())
			return false;
	}
	return true;
}

/* Makes the access one of a value of the variable's own type. */
void retype(Instruction &access, AllocaInst &local)
{
	IRBuilder<> b(&access);
	if (auto *store = dyn_cast<StoreInst>(&access)) {
		Value *value = b.CreateBitOrPointerCast(store->getValueOperand(), local.getAllocatedType());
		b.CreateAlignedStore(value, &local, store->getAlign());
	} else {
		Value *value = b.CreateAlignedLoad(local.getAllocatedType(), &local, cast<LoadInst>(access).getAlign());
		access.replaceAllUsesWith(b.CreateBitOrPointerCast(value, access.getType()));
	}
	access.eraseFromParent();
}

/*
 * clang accesses atomic pointers and floating-point numbers as integers of their size, and so the variables into which
 * it puts what it has read. mem2reg leaves those in memory.
 */
void unifyTypes(AllocaInst &local)
{
	const DataLayout &layout = local.getModule()->getDataLayout();
	Type *type = local.getAllocatedType();
	Accesses accesses;
	if (local.isArrayAllocation() || isAllocaPromotable(&local) || !findAccesses(local, accesses))
		return;
	auto isOfType = [&](Instruction *access) {
		return CastInst::isBitOrNoopPointerCastable(getLoadStoreType(access), type, layout);
	};
	if (!all_of(accesses.all, isOfType))
		return;
	for (Instruction *access : accesses.all)
		retype(*access, local);
	for (Instruction *cast : reverse(accesses.casts)) // mem2reg does not expect unused ones
		if (cast->use_empty())
			cast->eraseFromParent();
}

} // namespace

bool drista::isOnlyWritten(const AllocaInst &local)
{
	return isAllocaPromotable(&local) &&
		none_of(local.users(), [](const User *user) { return isa<LoadInst>(user); });
}

void drista::promoteLocals(Function &function)
{
	for (Instruction &i : function.getEntryBlock())
		if (auto *local = dyn_cast<AllocaInst>(&i))
			unifyTypes(*local);
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
