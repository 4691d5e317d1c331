#include "weak.h"
#include "symbolic.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <vector>

using namespace llvm;

namespace drista
{
namespace
{

const char announcement[] = "__drista_weak", question[] = "__drista_failed_spuriously";

/* The success of the exchange is what the instruction says, unless the runtime has let it fail. */
void announceOne(AtomicCmpXchgInst &exchange)
{
	Module &module = *exchange.getModule();
	IRBuilder<> before(&exchange);
	Value *object = exchange.getPointerOperand();
	CallInst *announced = before.CreateCall(
		module.getOrInsertFunction(
			announcement, FunctionType::get(before.getVoidTy(), {before.getInt64Ty()}, false)),
		{before.CreatePtrToInt(object, before.getInt64Ty())});
	announced->setDoesNotThrow();
	hasNoInputs(*announced);
	IRBuilder<> after(exchange.getNextNode());
	after.SetCurrentDebugLocation(exchange.getDebugLoc());
	CallInst *failed =
		after.CreateCall(module.getOrInsertFunction(question, FunctionType::get(after.getInt32Ty(), false)));
	failed->setDoesNotThrow();
	hasNoInputs(*failed);
	auto *succeeds = cast<Instruction>(after.CreateExtractValue(&exchange, 1));
	auto *result = cast<Instruction>(after.CreateInsertValue(
		&exchange, after.CreateAnd(succeeds, after.CreateICmpEQ(failed, after.getInt32(0))), 1));
	exchange.replaceUsesWithIf(
		result, [&](Use &use) { return use.getUser() != succeeds && use.getUser() != result; });
}

} // namespace

void announceWeakExchanges(Function &function)
{
	std::vector<AtomicCmpXchgInst *> weak;
	for (Instruction &i : instructions(function))
		if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&i); exchange && exchange->isWeak())
			weak.push_back(exchange);
	for (AtomicCmpXchgInst *exchange : weak)
		announceOne(*exchange);
}

} // namespace drista
