#include "iterations.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace drista {
namespace {

void count(const Loop &loop)
{
	BasicBlock &head = *loop.getHeader();
	if (head.isEHPad())
		return;
	IRBuilder<> atBegin(&head, head.begin());
	PHINode *times = atBegin.CreatePHI(atBegin.getInt64Ty(), pred_size(&head));
	IRBuilder<> b(&*head.getFirstInsertionPt());
	// A call in a function with debug records has to have a place.
	for (Instruction &i : head)
		if (i.getDebugLoc()) {
			b.SetCurrentDebugLocation(i.getDebugLoc());
			break;
		}
	FunctionCallee hook = head.getModule()->getOrInsertFunction(
		"__drista_iteration", FunctionType::get(b.getInt64Ty(), {b.getInt64Ty()}, false));
	CallInst *next = b.CreateCall(hook, {times});
	next->setDoesNotThrow();
	for (BasicBlock *from : predecessors(&head))
		times->addIncoming(loop.contains(from) ? static_cast<Value *>(next) : b.getInt64(0), from);
}

} // namespace

void countIterations(Function &function, const std::vector<Instruction *> &waiting)
{
	DominatorTree dominators(function);
	LoopInfo loops(dominators);
	for (const Loop *loop : loops.getLoopsInPreorder())
		for (const Instruction *i : waiting)
			if (loop->contains(i->getParent())) {
				count(*loop);
				break;
			}
}

} // namespace drista
