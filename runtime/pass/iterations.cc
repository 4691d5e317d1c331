#include "iterations.h"
#include "core/protocol.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace drista
{
namespace
{

/* Does the function go on to its end from there, and not only to a call that does not return, such as of abort()? */
bool returns(const BasicBlock *from)
{
	SmallPtrSet<const BasicBlock *, 8> seen;
	SmallVector<const BasicBlock *, 8> todo{from};
	while (!todo.empty()) {
		const BasicBlock *block = todo.pop_back_val();
		if (!seen.insert(block).second)
			continue;
		if (isa<ReturnInst>(block->getTerminator()))
			return true;
		todo.append(succ_begin(block), succ_end(block));
	}
	return false;
}

/* Does the value depend on memory that is read in the loop, or on what a call there returns? */
bool dependsOnMemory(const Value *value, const Loop &loop)
{
	SmallPtrSet<const Value *, 8> seen;
	SmallVector<const Value *, 8> todo{value};
	while (!todo.empty()) {
		const auto *i = dyn_cast<Instruction>(todo.pop_back_val());
		if (!i || !loop.contains(i) || !seen.insert(i).second)
			continue;
		if (i->mayReadFromMemory())
			return true;
		todo.append(i->op_begin(), i->op_end());
	}
	return false;
}

/* May the loop wait: does memory, which other threads write, decide whether it is left? */
bool awaitsMemory(const Loop &loop)
{
	SmallVector<std::pair<BasicBlock *, BasicBlock *>, 8> exits;
	loop.getExitEdges(exits);
	for (auto [from, to] : exits) {
		const Instruction *end = from->getTerminator();
		const Value *decides = nullptr;
		if (const auto *branch = dyn_cast<BranchInst>(end))
			decides = branch->isConditional() ? branch->getCondition() : nullptr;
		else if (const auto *choice = dyn_cast<SwitchInst>(end))
			decides = choice->getCondition();
		if (decides && returns(to) && dependsOnMemory(decides, loop))
			return true;
	}
	return false;
}

/* Returns the call at the head; null: there can be none. */
CallInst *count(const Loop &loop, bool endless)
{
	BasicBlock &head = *loop.getHeader();
	if (head.isEHPad())
		return nullptr;
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
		"__drista_iteration", FunctionType::get(b.getInt64Ty(), {b.getInt64Ty(), b.getInt32Ty()}, false));
	uint32_t about = (awaitsMemory(loop) ? DR_LOOP_WAITS : 0) | (endless ? DR_LOOP_ENDLESS : 0);
	CallInst *next = b.CreateCall(hook, {times, b.getInt32(about)});
	next->setDoesNotThrow();
	for (BasicBlock *from : predecessors(&head))
		times->addIncoming(loop.contains(from) ? static_cast<Value *>(next) : b.getInt64(0), from);
	return next;
}

} // namespace

DenseMap<const BasicBlock *, CallInst *> countIterations(
	Function &function, const std::vector<Instruction *> &waiting, const std::vector<BasicBlock *> &endless)
{
	DenseMap<const BasicBlock *, CallInst *> calls;
	DominatorTree dominators(function);
	LoopInfo loops(dominators);
	for (const Loop *loop : loops.getLoopsInPreorder()) {
		bool isEndless = is_contained(endless, loop->getHeader());
		if (isEndless || any_of(waiting, [&](const Instruction *i) { return loop->contains(i->getParent()); }))
			if (CallInst *call = count(*loop, isEndless))
				calls[loop->getHeader()] = call;
	}
	return calls;
}

} // namespace drista
