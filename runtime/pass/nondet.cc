#include "nondet.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace drista {
namespace {

const StringRef prefix = "__VERIFIER_nondet_";

bool makesInput(const Instruction &i)
{
	auto *call = dyn_cast<CallInst>(&i);
	const Function *callee = call ? call->getCalledFunction() : nullptr;
	return callee && callee->isDeclaration() && callee->getName().substr(0, prefix.size()) == prefix &&
	       call->arg_size() == 0 && call->getType()->isIntegerTy() && call->getType()->getIntegerBitWidth() <= 64;
}

/* A truth value is one byte in memory; any but zero is true. */
Value *input(CallInst &call)
{
	Module &module = *call.getModule();
	IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt()), b(&call);
	bool truth = call.getType()->isIntegerTy(1);
	Type *type = truth ? b.getInt8Ty() : call.getType();
	AllocaInst *place = entry.CreateAlloca(type);
	Type *pointer = PointerType::getUnqual(b.getInt8Ty());
	FunctionCallee make = module.getOrInsertFunction("drista_runtime_symbolic",
		FunctionType::get(b.getVoidTy(), {pointer, b.getInt64Ty(), pointer}, false));
	uint64_t size = module.getDataLayout().getTypeStoreSize(type);
	StringRef kind = call.getCalledFunction()->getName().substr(sizeof "__VERIFIER_" - 1);
	Value *name = b.CreateGlobalString(kind, "drista_name", 0, &module);
	b.CreateCall(make, {b.CreateBitCast(place, pointer), b.getInt64(size), b.CreateBitCast(name, pointer)});
	Value *value = b.CreateLoad(type, place);
	return truth ? b.CreateICmpNE(value, b.getInt8(0)) : value;
}

} // namespace

void makeInputs(Function &function)
{
	std::vector<CallInst *> calls;
	for (Instruction &i : instructions(function))
		if (makesInput(i))
			calls.push_back(cast<CallInst>(&i));
	for (CallInst *call : calls) {
		call->replaceAllUsesWith(input(*call));
		call->eraseFromParent();
	}
}

} // namespace drista
