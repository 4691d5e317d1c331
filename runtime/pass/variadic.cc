#include "variadic.h"
#include "parts.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace drista
{
namespace
{

/* Is the va_list only read, field by field? `list`: its address, or one within. */
bool isReadHere(const Value *list)
{
	return all_of(list->users(), [list](const User *user) {
		if (isa<GetElementPtrInst>(user) || isa<BitCastInst>(user))
			return isReadHere(user);
		if (auto *store = dyn_cast<StoreInst>(user))
			return store->getPointerOperand() == list;
		auto *call = dyn_cast<IntrinsicInst>(user);
		return isa<LoadInst>(user) ||
		       (call && (call->isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(call) ||
					call->getIntrinsicID() == Intrinsic::vastart ||
					call->getIntrinsicID() == Intrinsic::vaend));
	});
}

} // namespace

std::string kindsOf(const CallBase &call)
{
	std::string kinds;
	for (unsigned n = call.getFunctionType()->getNumParams(); n < call.arg_size(); n++) {
		const Type *type = call.getArgOperand(n)->getType();
		bool isFloating = type->isFloatTy() || type->isDoubleTy();
		if (call.isByValArgument(n) || !(isFloating || isTracked(type)) || bitsOf(type) > 64)
			return "";
		kinds += isFloating ? 's' : 'g';
	}
	return kinds;
}

bool takesByItself(Function &function)
{
	for (Instruction &i : instructions(function)) {
		auto *call = dyn_cast<IntrinsicInst>(&i);
		if (!call || call->getIntrinsicID() != Intrinsic::vastart)
			continue;
		auto *list = dyn_cast<AllocaInst>(call->getArgOperand(0)->stripInBoundsOffsets());
		if (!list || !isReadHere(list))
			return false;
	}
	return true;
}

} // namespace drista
