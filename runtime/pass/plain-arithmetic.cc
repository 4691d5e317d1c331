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
	default: return nullptr;
	}
}

/* Does the operation overflow? Sets *result. A product needs twice as many bits. */
Value *overflow(IRBuilder<> &b, WithOverflowInst &call, Value **result)
{
	Value *left = call.getLHS(), *right = call.getRHS();
	bool isSigned = call.isSigned(), adds = call.getBinaryOp() == Instruction::Add;
	if (call.getBinaryOp() == Instruction::Mul) {
		Type *type = b.getIntNTy(2 * left->getType()->getIntegerBitWidth());
		auto widened = [&](Value *value) { return b.CreateIntCast(value, type, isSigned); };
		Value *whole = b.CreateMul(widened(left), widened(right));
		*result = b.CreateTrunc(whole, left->getType());
		return b.CreateICmpNE(whole, widened(*result));
	}
	*result = b.CreateBinOp(call.getBinaryOp(), left, right);
	if (!isSigned)
		return adds ? b.CreateICmpULT(*result, left) : b.CreateICmpULT(left, right);
	/* By the signs of the operands and the result. */
	Value *signs = b.CreateAnd(b.CreateXor(left, *result), b.CreateXor(right, adds ? *result : left));
	return b.CreateICmpSLT(signs, Constant::getNullValue(signs->getType()));
}

bool canExpand(const WithOverflowInst &call)
{
	const Type *type = call.getLHS()->getType();
	unsigned most = call.getBinaryOp() == Instruction::Mul ? 32 : 64;
	return type->isIntegerTy() && type->getIntegerBitWidth() <= most &&
	       all_of(call.users(), [](const User *user) { return isa<ExtractValueInst>(user); });
}

void expandOverflow(WithOverflowInst &call)
{
	IRBuilder<> b(&call);
	Value *result, *overflows = overflow(b, call, &result);
	for (User *user : make_early_inc_range(call.users())) {
		auto *part = cast<ExtractValueInst>(user);
		part->replaceAllUsesWith(part->getIndices()[0] == 0 ? result : overflows);
		part->eraseFromParent();
	}
	call.eraseFromParent();
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
	std::vector<WithOverflowInst *> overflows;
	for (Instruction &i : instructions(function))
		if (auto *call = dyn_cast<WithOverflowInst>(&i); call && canExpand(*call))
			overflows.push_back(call);
	for (WithOverflowInst *call : overflows)
		expandOverflow(*call);
}

} // namespace drista
