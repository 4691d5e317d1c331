#include "waiting-calls.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace drista
{

/* Computes the greatest set of functions that only compute and call only each other. */
WaitingCalls::WaitingCalls(const Module &module)
{
	for (const Function &function : module)
		if (!function.isDeclaration() && !function.isInterposable())
			computing.insert(&function);
	for (bool changed = true; changed;) {
		changed = false;
		for (const Function &function : module) {
			if (!computing.count(&function))
				continue;
			for (const Instruction &i : instructions(function))
				if (mayWait(i)) {
					computing.erase(&function);
					changed = true;
					break;
				}
		}
	}
}

bool WaitingCalls::mayWait(const Instruction &i) const
{
	if (isa<AtomicRMWInst>(i) || isa<AtomicCmpXchgInst>(i))
		return true;
	if (auto *load = dyn_cast<LoadInst>(&i))
		return load->isAtomic();
	auto *call = dyn_cast<CallBase>(&i);
	if (!call || isa<IntrinsicInst>(i) || call->isInlineAsm())
		return false;
	const Function *callee = call->getCalledFunction();
	if (callee && callee->getName().substr(0, 9) == "__drista_")
		return false; // what the pass itself has inserted by now (symbolic.h, weak.h, unused-results.h)
	return !callee || !computing.count(callee);
}

} // namespace drista
