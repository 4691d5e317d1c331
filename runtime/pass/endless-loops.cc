#include "endless-loops.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#if LLVM_VERSION_MAJOR >= 16
#include "llvm/TargetParser/Triple.h"
#else
#include "llvm/ADT/Triple.h"
#endif

using namespace llvm;

namespace drista
{
namespace
{

/* Does each way round the loop come to an atomic that reads? */
bool alwaysReads(const Loop &loop, const DominatorTree &dominators)
{
	SmallVector<BasicBlock *, 4> latches;
	loop.getLoopLatches(latches);
	for (const BasicBlock *block : loop.blocks()) {
		bool onAll =
			all_of(latches, [&](const BasicBlock *latch) { return dominators.dominates(block, latch); });
		for (const Instruction &i : *block)
			if (onAll && i.isAtomic() && i.mayReadFromMemory() && !isa<FenceInst>(i) && !isa<StoreInst>(i))
				return true;
	}
	return false;
}

} // namespace

EndlessLoops::EndlessLoops(Module &module, const NativeLoops &native)
{
	for (Function &function : module)
		if (!function.isDeclaration() && !headsOf(function, native).empty())
			leading.insert(&function);
	for (bool changed = true; changed;) {
		changed = false;
		for (const Function &function : module)
			if (!leading.count(&function) &&
				any_of(instructions(function), [this](const Instruction &i) { return mayLead(i); }))
				changed = leading.insert(&function).second;
	}
}

std::vector<BasicBlock *> EndlessLoops::headsOf(Function &function, const NativeLoops &native)
{
	std::vector<BasicBlock *> heads;
	DominatorTree dominators(function);
	LoopInfo loops(dominators);
	if (loops.empty())
		return heads;
	TargetLibraryInfoImpl known(Triple(function.getParent()->getTargetTriple()));
	TargetLibraryInfo library(known, &function);
	AssumptionCache assumptions(function);
	ScalarEvolution evolution(function, library, assumptions, dominators, loops);
	for (const Loop *loop : loops.getLoopsInPreorder()) {
		BasicBlock *head = loop->getHeader();
		bool mayEnd = !loop->hasNoExitBlocks();
		if (head->isEHPad() || native.isNative(head->front()) || (mayEnd && native.isSilent(*loop)))
			continue;
		bool bounded = !isa<SCEVCouldNotCompute>(evolution.getConstantMaxBackedgeTakenCount(loop));
		if (!bounded && !alwaysReads(*loop, dominators))
			heads.push_back(head);
	}
	return heads;
}

bool EndlessLoops::mayLead(const Instruction &i) const
{
	auto *call = dyn_cast<CallBase>(&i);
	const Function *callee = call ? call->getCalledFunction() : nullptr;
	return callee && leading.count(callee);
}

} // namespace drista
