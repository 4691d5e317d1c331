#include "coverage.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace drista {
namespace {

/* Does the front end of clang name counters like this? The rest of the name is the function's, or a number. */
bool isCounter(const Value *object)
{
	static const char *const names[] = {"__profc_", "__llvm_gcov_ctr"};
	auto *global = dyn_cast<GlobalVariable>(object);
	return global && any_of(names, [&](StringRef name) {
		return global->getName().substr(0, name.size()) == name;
	});
}

/* Is the address that of a counter, whichever way the function takes? */
bool isInCounters(const Value *address)
{
	SmallVector<const Value *, 4> objects;
	getUnderlyingObjects(address, objects, nullptr, 0);
	return all_of(objects, isCounter);
}

/* As isEnforced (native-loops.cc): what is in another address space, which is the same memory, is not announced. */
Value *unannounced(IRBuilder<> &b, Value *address, Type *type)
{
	return b.CreateIntToPtr(b.CreatePtrToInt(address, b.getInt64Ty()), PointerType::get(type, 1));
}

} // namespace

void leaveOutCounters(Function &function)
{
	for (Instruction &i : make_early_inc_range(instructions(function))) {
		Value *address = getLoadStorePointerOperand(&i);
		auto *sum = dyn_cast<AtomicRMWInst>(&i); // -fprofile-update=atomic
		if (sum && sum->getOperation() == AtomicRMWInst::Add)
			address = sum->getPointerOperand();
		if (!address || !isInCounters(address))
			continue;
		IRBuilder<> b(&i);
		if (sum) { // threads take turns
			Value *counter = unannounced(b, address, sum->getType());
			Value *count = b.CreateLoad(sum->getType(), counter);
			b.CreateStore(b.CreateAdd(count, sum->getValOperand()), counter);
			sum->replaceAllUsesWith(count);
			sum->eraseFromParent();
		} else if (!i.isAtomic()) {
			unsigned operand = isa<StoreInst>(i) ? StoreInst::getPointerOperandIndex()
							     : LoadInst::getPointerOperandIndex();
			i.setOperand(operand, unannounced(b, address, getLoadStoreType(&i)));
		}
	}
}

} // namespace drista
