#include "undefined.h"
#include "symbolic.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace drista
{
namespace
{

/* The call in the place of the trap, which has an argument: what was checked (clang's SanitizerHandler). */
void announce(Instruction &before, Value *check, const DebugLoc &place)
{
	IRBuilder<> b(&before);
	FunctionType *type = FunctionType::get(b.getVoidTy(), {b.getInt32Ty()}, false);
	CallInst *call = b.CreateCall(before.getModule()->getOrInsertFunction("__drista_undefined", type),
		{b.CreateZExt(check, b.getInt32Ty())});
	call->setDebugLoc(place);
	call->setDoesNotThrow();
	call->setDoesNotReturn();
	call->addFnAttr(Attribute::NoMerge);
	hasNoInputs(*call);
}

/* Does the block nothing but trap? */
bool onlyTraps(const BasicBlock &block, const IntrinsicInst &trap)
{
	return block.getFirstNonPHIOrDbg() == &trap && !isa<PHINode>(block.front()) &&
	       isa<UnreachableInst>(block.getTerminator()) && &block != &block.getParent()->getEntryBlock();
}

/* Gives each branch to the block a block of its own. */
void split(BasicBlock &block, Value *check)
{
	std::vector<BranchInst *> branches;
	for (User *user : block.users())
		if (auto *branch = dyn_cast<BranchInst>(user))
			branches.push_back(branch);
	for (BranchInst *branch : branches)
		for (unsigned n = 0; n < branch->getNumSuccessors(); n++) {
			if (branch->getSuccessor(n) != &block)
				continue;
			auto *own = BasicBlock::Create(block.getContext(), "undefined", block.getParent());
			auto *end = new UnreachableInst(block.getContext(), own);
			announce(*end, check, branch->getDebugLoc());
			branch->setSuccessor(n, own);
		}
}

} // namespace

void announceTraps(Function &function)
{
	std::vector<IntrinsicInst *> traps;
	for (Instruction &i : instructions(function))
		if (auto *trap = dyn_cast<IntrinsicInst>(&i); trap && trap->getIntrinsicID() == Intrinsic::ubsantrap)
			traps.push_back(trap);
	for (IntrinsicInst *trap : traps) {
		if (onlyTraps(*trap->getParent(), *trap))
			split(*trap->getParent(), trap->getArgOperand(0));
		announce(*trap, trap->getArgOperand(0), trap->getDebugLoc());
		trap->eraseFromParent();
	}
}

} // namespace drista
