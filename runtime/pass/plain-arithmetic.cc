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

/* The number in which so many bits are 0, as many below them are 1, and so on. */
Constant *lowHalves(Type *type, unsigned width)
{
	APInt half = APInt::getLowBitsSet(2 * width, width);
	return ConstantInt::get(type, APInt::getSplat(type->getIntegerBitWidth(), half));
}

/* How many bits are 1: sums of ever more neighbours (Warren, Hacker's Delight, 5-1). */
Value *ones(IRBuilder<> &b, Value *value)
{
	Type *type = value->getType();
	unsigned bits = type->getIntegerBitWidth();
	for (unsigned width = 1; width < bits; width *= 2) {
		Constant *low = lowHalves(type, width);
		value = b.CreateAdd(b.CreateAnd(value, low), b.CreateAnd(b.CreateLShr(value, width), low));
	}
	return value;
}

/* How many bits below the lowest 1 are 0: all that are, where there is none. */
Value *zerosBelow(IRBuilder<> &b, Value *value)
{
	Value *less = b.CreateSub(value, ConstantInt::get(value->getType(), 1));
	return ones(b, b.CreateAnd(b.CreateNot(value), less));
}

Value *zerosAbove(IRBuilder<> &b, Value *value)
{
	for (unsigned width = 1; width < value->getType()->getIntegerBitWidth(); width *= 2)
		value = b.CreateOr(value, b.CreateLShr(value, width));
	return ones(b, b.CreateNot(value));
}

/* In the opposite order: neighbours change places, then pairs of them, and so on. */
Value *reversed(IRBuilder<> &b, Value *value)
{
	Type *type = value->getType();
	for (unsigned width = 1; width < type->getIntegerBitWidth(); width *= 2) {
		Constant *low = lowHalves(type, width);
		value = b.CreateOr(
			b.CreateAnd(b.CreateLShr(value, width), low), b.CreateShl(b.CreateAnd(value, low), width));
	}
	return value;
}

/* The higher or the lower half of two numbers, one behind the other, shifted by an amount modulo their width. */
Value *funnel(IRBuilder<> &b, Value *high, Value *low, Value *amount, bool left)
{
	Type *type = high->getType();
	Value *most = ConstantInt::get(type, type->getIntegerBitWidth() - 1), *one = ConstantInt::get(type, 1);
	Value *by = b.CreateAnd(amount, most), *rest = b.CreateXor(by, most); // most - by
	if (left)
		return b.CreateOr(b.CreateShl(high, by), b.CreateLShr(b.CreateLShr(low, one), rest));
	return b.CreateOr(b.CreateShl(b.CreateShl(high, one), rest), b.CreateLShr(low, by));
}

/* Is the width one that doubling from 1 comes to? */
bool isPowerOfTwo(const Type *type)
{
	unsigned bits = type->getIntegerBitWidth();
	return (bits & (bits - 1)) == 0 && bits > 1;
}

/* What the call computes; nullptr: it is another one. */
Value *computed(CallInst &call)
{
	IRBuilder<> b(&call);
	const Function *callee = call.getCalledFunction();
	if (!callee || !call.getType()->isIntegerTy() || call.getType()->getIntegerBitWidth() > 128)
		return nullptr;
	auto argument = [&](unsigned n) { return call.getArgOperand(n); };
	Intrinsic::ID id = callee->getIntrinsicID();
	switch (id) {
	case Intrinsic::bswap: return swapped(b, argument(0));
	case Intrinsic::smin: return chosen(b, CmpInst::ICMP_SLT, argument(0), argument(1));
	case Intrinsic::smax: return chosen(b, CmpInst::ICMP_SGT, argument(0), argument(1));
	case Intrinsic::umin: return chosen(b, CmpInst::ICMP_ULT, argument(0), argument(1));
	case Intrinsic::umax: return chosen(b, CmpInst::ICMP_UGT, argument(0), argument(1));
	case Intrinsic::abs: return absolute(b, argument(0));
	default: break;
	}
	if (!isPowerOfTwo(call.getType()))
		return nullptr;
	switch (id) {
	case Intrinsic::ctpop: return ones(b, argument(0));
	case Intrinsic::cttz: return zerosBelow(b, argument(0));
	case Intrinsic::ctlz: return zerosAbove(b, argument(0));
	case Intrinsic::bitreverse: return reversed(b, argument(0));
	case Intrinsic::fshl:
	case Intrinsic::fshr: return funnel(b, argument(0), argument(1), argument(2), id == Intrinsic::fshl);
	default: return nullptr;
	}
}

/* The higher half of the product of two numbers of 64 bits, as unsigned ones (Warren, Hacker's Delight, 8-2). */
Value *highProduct(IRBuilder<> &b, Value *left, Value *right)
{
	auto low = [&](Value *value) { return b.CreateAnd(value, b.getInt64(UINT32_MAX)); };
	auto high = [&](Value *value) { return b.CreateLShr(value, 32); };
	Value *first = b.CreateMul(low(left), low(right));
	Value *second = b.CreateAdd(b.CreateMul(high(left), low(right)), high(first));
	Value *third = b.CreateAdd(b.CreateMul(low(left), high(right)), low(second));
	return b.CreateAdd(b.CreateAdd(b.CreateMul(high(left), high(right)), high(second)), high(third));
}

/* Does the product of two numbers of 64 bits overflow? */
Value *overflowOfProduct(IRBuilder<> &b, Value *left, Value *right, bool isSigned, Value **result)
{
	*result = b.CreateMul(left, right);
	Value *high = highProduct(b, left, right);
	if (!isSigned)
		return b.CreateICmpNE(high, b.getInt64(0));
	auto sign = [&](Value *value) { return b.CreateAShr(value, 63); };
	high = b.CreateSub(high, b.CreateAnd(sign(left), right));
	high = b.CreateSub(high, b.CreateAnd(sign(right), left));
	return b.CreateICmpNE(high, sign(*result));
}

/* Does the operation overflow? Sets *result. A product of less than 64 bits is computed with twice as many. */
Value *overflow(IRBuilder<> &b, WithOverflowInst &call, Value **result)
{
	Value *left = call.getLHS(), *right = call.getRHS();
	bool isSigned = call.isSigned(), adds = call.getBinaryOp() == Instruction::Add;
	if (call.getBinaryOp() == Instruction::Mul && left->getType()->isIntegerTy(64))
		return overflowOfProduct(b, left, right, isSigned, result);
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
	if (!type->isIntegerTy())
		return false;
	unsigned bits = type->getIntegerBitWidth();
	return (bits <= 64 || (bits <= 128 && call.getBinaryOp() != Instruction::Mul)) &&
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
