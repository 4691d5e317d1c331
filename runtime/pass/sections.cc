#include "sections.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <vector>

using namespace llvm;

namespace drista {
namespace {

/* Calls the function before the instruction, at its place in the source. */
void callBefore(Instruction &i, const char *name, const DebugLoc &place)
{
	IRBuilder<> b(&i);
	b.SetCurrentDebugLocation(place);
	b.CreateCall(i.getModule()->getOrInsertFunction(name, FunctionType::get(b.getVoidTy(), false)));
}

} // namespace

void makeAtomic(Function &function)
{
	StringRef name = function.getName();
	const StringRef prefix = "__VERIFIER_atomic_";
	if (name.substr(0, prefix.size()) != prefix || name.substr(prefix.size()) == "begin" ||
		name.substr(prefix.size()) == "end")
		return;
	std::vector<ReturnInst *> returns;
	DebugLoc place;
	for (Instruction &i : instructions(function)) {
		if (!place && !isa<AllocaInst>(i))
			place = i.getDebugLoc();
		if (auto *end = dyn_cast<ReturnInst>(&i))
			returns.push_back(end);
	}
	BasicBlock::iterator first = function.getEntryBlock().getFirstInsertionPt();
	while (isa<AllocaInst>(*first))
		++first;
	callBefore(*first, "drista_runtime_atomic_begin", place);
	for (ReturnInst *end : returns)
		callBefore(*end, "drista_runtime_atomic_end", end->getDebugLoc());
}

} // namespace drista
