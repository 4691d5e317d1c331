#include "unfollowed.h"
#include "announce.h"
#include "symbolic-calls.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace drista {
namespace {

StringRef reasonOf(const Function &function)
{
	if (function.callsFunctionThatReturnsTwice())
		return " (it calls setjmp or the like: handle inputs in other functions)";
	if (isUnusual(function))
		return " (its control flow is unusual: handle inputs in other functions)";
	return " (it is not instrumented)";
}

/* Where it can be said that the function goes on: at its beginning, and after each call. */
std::vector<Instruction *> beginnings(Function &function)
{
	std::vector<Instruction *> places = {&*function.getEntryBlock().getFirstInsertionPt()};
	for (Instruction &i : instructions(function)) {
		auto *call = dyn_cast<CallInst>(&i);
		if (call && !isa<IntrinsicInst>(call) && !call->isInlineAsm() && !call->isMustTailCall())
			places.push_back(i.getNextNode());
		else if (auto *invoke = dyn_cast<InvokeInst>(&i))
			places.push_back(&*invoke->getNormalDest()->getFirstInsertionPt());
	}
	return places;
}

} // namespace

void reportUnseen(Function &function)
{
	if (function.hasFnAttribute(Attribute::Naked))
		return;
	SymbolicCalls calls(*function.getParent());
	for (Instruction &i : instructions(function)) {
		auto *call = dyn_cast<CallInst>(&i);
		const Function *callee = call ? call->getCalledFunction() : nullptr;
		if (callee && callee->getName() == "drista_runtime_symbolic")
			call->setCalledFunction(
				function.getParent()->getOrInsertFunction("__drista_symbolic", call->getFunctionType()));
	}
	std::string text = (function.getName() + reasonOf(function)).str();
	Value *name = nullptr;
	for (Instruction *place : beginnings(function)) {
		IRBuilder<> b(place);
		name = name ? name : calls.text(b, text);
		calls.call(b, "__drista_symbolic_unseen", false, {name});
	}
}

} // namespace drista
