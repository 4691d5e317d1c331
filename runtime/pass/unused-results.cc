#include "unused-results.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include <sys/syscall.h>

using namespace llvm;

namespace drista
{
namespace
{

/* The barrier or word that the call is on, if its result is one that executions may differ by; null: it is not. */
Value *objectOf(const CallInst &call)
{
	const Function *callee = call.getCalledFunction();
	if (!callee)
		return nullptr;
	if (callee->getName() == "pthread_barrier_wait" && call.arg_size() == 1)
		return call.getArgOperand(0);
	if (callee->getName() != "syscall" || call.arg_size() < 2)
		return nullptr;
	auto *number = dyn_cast<ConstantInt>(call.getArgOperand(0));
	return number && number->equalsInt(SYS_futex) ? call.getArgOperand(1) : nullptr;
}

} // namespace

void announceUnusedResults(Function &function)
{
	std::vector<CallInst *> calls;
	for (Instruction &i : instructions(function))
		if (auto *call = dyn_cast<CallInst>(&i); call && call->use_empty() && objectOf(*call))
			calls.push_back(call);
	for (CallInst *call : calls) {
		IRBuilder<> b(call);
		Value *object = objectOf(*call);
		if (object->getType()->isPointerTy())
			object = b.CreatePtrToInt(object, b.getInt64Ty());
		else if (object->getType() != b.getInt64Ty())
			continue;
		b.CreateCall(function.getParent()->getOrInsertFunction(
				     "__drista_unused", FunctionType::get(b.getVoidTy(), {b.getInt64Ty()}, false)),
			     {object})
			->setDoesNotThrow();
	}
}

} // namespace drista
