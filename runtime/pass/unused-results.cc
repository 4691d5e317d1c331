#include "unused-results.h"
#include "symbolic.h"

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

/* Is the variable only written, or read for nothing? So it is for the result of an operation of C without -O. */
bool isOnlyWritten(const AllocaInst &variable)
{
	return all_of(variable.users(), [&variable](const User *user) {
		if (auto *store = dyn_cast<StoreInst>(user))
			return store->getValueOperand() != &variable && !store->isVolatile();
		auto *load = dyn_cast<LoadInst>(user);
		return load && load->use_empty() && !load->isVolatile();
	});
}

/* Does nothing use the result, or what is computed from it alone, as by __atomic_add_fetch? */
bool isUnused(const Instruction &result)
{
	return all_of(result.users(), [](const User *user) {
		if (auto *computed = dyn_cast<BinaryOperator>(user))
			return isUnused(*computed);
		auto *store = dyn_cast<StoreInst>(user);
		auto *variable = store ? dyn_cast<AllocaInst>(store->getPointerOperand()) : nullptr;
		return variable && isOnlyWritten(*variable);
	});
}

void announce(Instruction &before, Value &object)
{
	IRBuilder<> b(&before);
	FunctionType *type = FunctionType::get(b.getVoidTy(), {b.getInt64Ty()}, false);
	Value *word = object.getType()->isPointerTy() ? b.CreatePtrToInt(&object, b.getInt64Ty()) : &object;
	CallInst *call = b.CreateCall(before.getModule()->getOrInsertFunction("__drista_unused", type), {word});
	call->setDoesNotThrow();
	hasNoInputs(*call);
}

} // namespace

void announceUnusedUpdates(Function &function)
{
	std::vector<AtomicRMWInst *> updates;
	for (Instruction &i : instructions(function))
		if (auto *update = dyn_cast<AtomicRMWInst>(&i); update && isUnused(*update) &&
			(update->getOrdering() == AtomicOrdering::Monotonic ||
				update->getOrdering() == AtomicOrdering::Release))
			updates.push_back(update);
	for (AtomicRMWInst *update : updates)
		announce(*update, *update->getPointerOperand());
}

void announceUnusedResults(Function &function)
{
	std::vector<CallInst *> calls;
	for (Instruction &i : instructions(function))
		if (auto *call = dyn_cast<CallInst>(&i); call && call->use_empty() && objectOf(*call))
			calls.push_back(call);
	for (CallInst *call : calls) {
		Value *object = objectOf(*call);
		if (object->getType()->isPointerTy() || object->getType()->isIntegerTy(64))
			announce(*call, *object);
	}
}

} // namespace drista
