#include "plain-arithmetic.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace drista {
namespace {

Value *swapped(IRBuilder<> &b, Value *value)
{
	unsigned bits = value->getType()->getIntegerBitWidth();
	Value *result = ConstantInt::get(value->getType(), 0);
	for (unsigned at = 0; at < bits; at += 8) {
		Value *byte = b.CreateAnd(b.CreateLShr(value, at), ConstantInt::get(value->getType(), 0xff));
		result = b.CreateOr(result, b.CreateShl(byte, bits - 8 - at));
	}
	return result;
}

Value *chosen(IRBuilder<> &b, CmpInst::Predicate first, Value *left, Value *right)
{
	return b.CreateSelect(b.CreateICmp(first, left, right), left, right);
}

Value *absolute(IRBuilder<> &b, Value *value)
{
	return chosen(b, CmpInst::ICMP_SGT, value, b.CreateNeg(value));
}

/* What the call computes; nullptr: it is another one. */
Value *computed(CallInst &call)
{
	IRBuilder<> b(&call);
	const Function *callee = call.getCalledFunction();
	if (!callee || !call.getType()->isIntegerTy() || call.getType()->getIntegerBitWidth() > 64)
		return nullptr;
	auto argument = [&](unsigned n) { return call.getArgOperand(n); };
	switch (callee->getIntrinsicID()) {
	case Intrinsic::bswap: return swapped(b, argument(0));
	case Intrinsic::smin: return chosen(b, CmpInst::ICMP_SLT, argument(0), argument(1));
	case Intrinsic::smax: return chosen(b, CmpInst::ICMP_SGT, argument(0), argument(1));
	case Intrinsic::umin: return chosen(b, CmpInst::ICMP_ULT, argument(0), argument(1));
	case Intrinsic::umax: return chosen(b, CmpInst::ICMP_UGT, argument(0), argument(1));
	case Intrinsic::abs: return absolute(b, argument(0));
	default: break;
	}
	StringRef name = callee->getName();
	if (!callee->isDeclaration() || call.arg_size() != 1 || argument(0)->getType() != call.getType())
		return nullptr;
	if (name == "htons" || name == "ntohs" || name == "htonl" || name == "ntohl")
		return swapped(b, argument(0));
	return name == "abs" || name == "labs" || name == "llabs" ? absolute(b, argument(0)) : nullptr;
}

} // namespace

void expandArithmetic(Function &function)
{
	for (Instruction &i : make_early_inc_range(instructions(function)))
		if (auto *call = dyn_cast<CallInst>(&i); call && !call->isMustTailCall())
			if (Value *value = computed(*call)) {
				call->replaceAllUsesWith(value);
				call->eraseFromParent();
			}
}

} // namespace drista
