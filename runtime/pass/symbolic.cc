#include "symbolic.h"
#include "library-calls.h"
#include "parts.h"
#include "plain-arithmetic.h"
#include "symbolic-calls.h"
#include "symbolic/variadic.h"
#include "variadic.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <array>
#include <cstdlib>

using namespace llvm;

namespace drista {
namespace {

/* enum dr_symbolic_op of runtime/core/protocol.h. */
enum Op { Zext = 5, Sext = 6, Trunc = 7, Add = 16, And = 26, Eq = 32, Uge = 35 };

/* Does the intrinsic read or write bytes to which an operand points, as _mm_lddqu_si128 and masked loads do? */
bool accessesMemory(const IntrinsicInst &intrinsic)
{
	switch (intrinsic.getIntrinsicID()) {
	case Intrinsic::prefetch:
	case Intrinsic::stackrestore:
	case Intrinsic::vastart:
	case Intrinsic::vaend:
	case Intrinsic::vacopy:
	case Intrinsic::invariant_start:
	case Intrinsic::invariant_end:
	case Intrinsic::launder_invariant_group:
	case Intrinsic::strip_invariant_group:
	case Intrinsic::eh_typeid_for: return false;
	default: break;
	}
	bool points = false;
	for (const Value *operand : intrinsic.args())
		points |= operand->getType()->isPtrOrPtrVectorTy();
	return points && intrinsic.mayReadOrWriteMemory();
}

const char followed[] = "drista-followed", withoutInputs[] = "drista-without-inputs";

int operation(unsigned opcode)
{
	static const unsigned codes[] = {Instruction::Add, Instruction::Sub, Instruction::Mul, Instruction::UDiv,
		Instruction::SDiv, Instruction::URem, Instruction::SRem, Instruction::Shl, Instruction::LShr,
		Instruction::AShr, Instruction::And, Instruction::Or, Instruction::Xor};
	for (unsigned n = 0; n < sizeof codes / sizeof *codes; n++)
		if (codes[n] == opcode)
			return Add + static_cast<int>(n);
	return -1;
}

/* Do atomic objects of the type have expressions? */
bool isAtomic(const Type *type)
{
	return isWhole(type) && bitsOf(type) <= 64;
}

/* The operations of atomicrmw that expressions have (runtime/symbolic/atomics.c). */
bool isFollowed(const AtomicRMWInst &rmw)
{
	switch (rmw.getOperation()) {
	case AtomicRMWInst::Xchg:
	case AtomicRMWInst::Add:
	case AtomicRMWInst::Sub:
	case AtomicRMWInst::And:
	case AtomicRMWInst::Nand:
	case AtomicRMWInst::Or:
	case AtomicRMWInst::Xor: return true;
	default: return false;
	}
}

class Follower {
public:
	explicit Follower(Function &f) :
		function(f), layout(f.getParent()->getDataLayout()), calls(*f.getParent()), word(Type::getInt64Ty(f.getContext())),
		zero(ConstantInt::get(word, 0))
	{
	}

	void run()
	{
		splitInvokes();
		std::vector<Instruction *> all;
		for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
			for (Instruction &i : *block)
				all.push_back(&i);
		enter();
		for (Instruction *i : all)
			if (auto *phi = dyn_cast<PHINode>(i); phi && isTracked(phi->getType()))
				expression[phi] = PHINode::Create(word, phi->getNumIncomingValues(), "", phi);
			else if (phi)
				for (unsigned n = 0; n < partsOf(phi->getType()).size(); n++)
					parts[phi].push_back(PHINode::Create(word, phi->getNumIncomingValues(), "", phi));
		for (Instruction *i : all)
			visit(*i);
		for (Instruction *i : all)
			if (auto *phi = dyn_cast<PHINode>(i); phi && isTracked(phi->getType()))
				for (unsigned n = 0; n < phi->getNumIncomingValues(); n++)
					cast<PHINode>(expression[phi])->addIncoming(of(phi->getIncomingValue(n)), phi->getIncomingBlock(n));
			else if (phi)
				for (unsigned part = 0; part < partsOf(phi->getType()).size(); part++)
					for (unsigned n = 0; n < phi->getNumIncomingValues(); n++)
						cast<PHINode>(parts[phi][part])
							->addIncoming(of(phi->getIncomingValue(n), part), phi->getIncomingBlock(n));
	}

private:
	/* Results of calls that may throw are asked for where they return. */
	void splitInvokes()
	{
		std::vector<InvokeInst *> invokes;
		for (Instruction &i : instructions(function))
			if (auto *invoke = dyn_cast<InvokeInst>(&i); invoke && !invoke->getNormalDest()->getSinglePredecessor())
				invokes.push_back(invoke);
		for (InvokeInst *invoke : invokes)
			SplitEdge(invoke->getParent(), invoke->getNormalDest());
	}

	void enter()
	{
		IRBuilder<> b(&*function.getEntryBlock().getFirstInsertionPt());
		for (Argument &argument : function.args())
			if (isTracked(argument.getType()) && !argument.hasByValAttr())
				expression[&argument] = calls.call(b, "__drista_symbolic_argument", true,
					{&function, b.getInt32(argument.getArgNo())});
		for (Argument &argument : function.args())
			if (argument.hasByValAttr())
				calls.call(b, "__drista_symbolic_copy", false,
					{&function, b.getInt32(argument.getArgNo()), &argument, sizeOf(b, argument.getParamByValType())});
		if (function.isVarArg()) {
			unnamed = b.CreateAlloca(ArrayType::get(word, sizeof(dr_unnamed) / sizeof(uint64_t)));
			calls.call(b, "__drista_symbolic_variadic", false,
				{&function, unnamed, b.getInt32(takesByItself(function))});
		}
		announced = calls.call(b, "__drista_symbolic_entered", true, {&function});
	}

	Value *of(const Value *value) const
	{
		auto found = expression.find(value);
		return found == expression.end() ? zero : found->second;
	}

	/* Of a part of an aggregate. */
	Value *of(const Value *value, unsigned part) const
	{
		auto found = parts.find(value);
		return found == parts.end() ? zero : found->second[part];
	}

	bool isConcrete(const Value *value) const
	{
		return of(value) == zero && parts.find(value) == parts.end();
	}

	/* What an aggregate consists of, if all its parts are followed. */
	std::vector<Part> partsOf(Type *type) const
	{
		return drista::partsOf(type, layout);
	}

	IRBuilder<> before(Instruction &i) const
	{
		return IRBuilder<>(&i);
	}

	IRBuilder<> after(Instruction &i) const
	{
		Instruction *at = i.getNextNode();
		if (auto *invoke = dyn_cast<InvokeInst>(&i))
			at = &*invoke->getNormalDest()->getFirstInsertionPt();
		else if (isa<PHINode>(i))
			at = &*i.getParent()->getFirstInsertionPt();
		return IRBuilder<>(at);
	}

	/* The value as 64 bits, the lowest ones. */
	Value *low(IRBuilder<> &b, Value *value) const
	{
		return value->getType()->isPointerTy() ? b.CreatePtrToInt(value, word) : b.CreateZExtOrTrunc(value, word);
	}

	/* Of 65 bits or more. */
	Value *high(IRBuilder<> &b, Value *value) const
	{
		if (!value->getType()->isIntegerTy() || value->getType()->getIntegerBitWidth() <= 64)
			return zero;
		return b.CreateZExtOrTrunc(b.CreateLShr(value, 64), word);
	}

	/* The expression of the operation on operands of so many bits. a, b: their expressions. */
	Value *binary(IRBuilder<> &builder, int op, unsigned bits, std::array<Value *, 2> expressions, Value *left,
		Value *right, Value *result)
	{
		std::vector<Value *> arguments = {builder.getInt32(static_cast<uint32_t>(op)), builder.getInt32(bits),
			expressions[0], expressions[1]};
		for (Value *value : {left, right, result}) {
			arguments.push_back(low(builder, value));
			if (bits > 64)
				arguments.push_back(high(builder, value));
		}
		return calls.call(
			builder, bits > 64 ? "__drista_symbolic_binary_wide" : "__drista_symbolic_binary", true, arguments);
	}

	void pin(Instruction &i, const Value *value)
	{
		if (isConcrete(value))
			return;
		IRBuilder<> b = before(i);
		auto found = parts.find(value);
		if (found == parts.end())
			calls.call(b, "__drista_symbolic_pin", false, {of(value)});
		else
			for (Value *part : found->second)
				if (part != zero)
					calls.call(b, "__drista_symbolic_pin", false, {part});
	}

	void branch(Instruction &i, Value *condition)
	{
		IRBuilder<> b = before(i);
		calls.call(b, "__drista_symbolic_branch", false, {condition});
	}

	Value *sizeOf(IRBuilder<> &b, Type *type) const
	{
		return b.getInt64(layout.getTypeStoreSize(type).getFixedValue());
	}

	Value *sizeIn32(IRBuilder<> &b, Type *type) const
	{
		return b.getInt32(static_cast<uint32_t>(layout.getTypeStoreSize(type).getFixedValue()));
	}

	void visit(Instruction &i)
	{
		if (isa<PHINode>(i))
			return;
		if (auto *load = dyn_cast<LoadInst>(&i))
			visitLoad(*load);
		else if (auto *store = dyn_cast<StoreInst>(&i))
			visitStore(*store);
		else if (auto *rmw = dyn_cast<AtomicRMWInst>(&i))
			visitUpdate(*rmw);
		else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&i))
			visitExchange(*exchange);
		else if (auto *taken = dyn_cast<ExtractValueInst>(&i))
			visitExtract(*taken);
		else if (auto *put = dyn_cast<InsertValueInst>(&i))
			visitInsert(*put);
		else if (auto *call = dyn_cast<CallBase>(&i))
			visitCall(*call);
		else if (auto *select = dyn_cast<SelectInst>(&i))
			visitSelect(*select);
		else if (auto *jump = dyn_cast<BranchInst>(&i)) {
			if (jump->isConditional() && !isConcrete(jump->getCondition()))
				branch(i, of(jump->getCondition()));
		} else if (auto *choice = dyn_cast<SwitchInst>(&i))
			visitSwitch(*choice);
		else if (auto *leave = dyn_cast<ReturnInst>(&i))
			visitReturn(*leave);
		else if (isa<FreezeInst>(i) && isTracked(i.getType()))
			expression[&i] = of(i.getOperand(0));
		else if (!visitArithmetic(i))
			for (Value *operand : i.operands())
				pin(i, operand);
	}

	/* Is it an operation that expressions have? */
	bool visitArithmetic(Instruction &i)
	{
		if (!isTracked(i.getType()) || !i.getNumOperands() || !isTracked(i.getOperand(0)->getType()))
			return false;
		int op = -1;
		unsigned bits = bitsOf(i.getOperand(0)->getType());
		if (isa<BinaryOperator>(i))
			op = operation(i.getOpcode());
		else if (auto *compare = dyn_cast<ICmpInst>(&i))
			op = Eq + static_cast<int>(compare->getPredicate() - CmpInst::ICMP_EQ);
		if (op >= 0) {
			Value *left = i.getOperand(0), *right = i.getOperand(1);
			if (isConcrete(left) && isConcrete(right))
				return true;
			guard(i, bits);
			IRBuilder<> b = after(i);
			expression[&i] = binary(b, op, bits, {of(left), of(right)}, left, right, &i);
			return true;
		}
		unsigned to = bitsOf(i.getType());
		bool isPointer = isa<IntToPtrInst>(i) || isa<PtrToIntInst>(i); // both are numbers of 64 bits
		if (isa<BitCastInst>(i) || (isPointer && to == bits)) {
			if (!isConcrete(i.getOperand(0)))
				expression[&i] = of(i.getOperand(0));
			return true;
		}
		if (isPointer)
			op = to > bits ? Zext : Trunc;
		else
			op = isa<ZExtInst>(i) ? Zext : isa<SExtInst>(i) ? Sext : isa<TruncInst>(i) ? Trunc : -1;
		if (op < 0)
			return false;
		if (isConcrete(i.getOperand(0)))
			return true;
		IRBuilder<> b = after(i);
		std::vector<Value *> arguments = {
			b.getInt32(static_cast<uint32_t>(op)), b.getInt32(to), of(i.getOperand(0)), low(b, &i)};
		if (to > 64)
			arguments.push_back(high(b, &i));
		expression[&i] =
			calls.call(b, to > 64 ? "__drista_symbolic_cast_wide" : "__drista_symbolic_cast", true, arguments);
		return true;
	}

	/* The condition under which the operands are the same. */
	Value *equals(IRBuilder<> &b, Value *left, Value *right, unsigned bits)
	{
		return binary(b, Eq, bits, {of(left), of(right)}, left, right, b.CreateICmpEQ(left, right));
	}

	/* Operands with which the operation traps, or has no defined result, are paths of their own. */
	void guard(Instruction &i, unsigned bits)
	{
		Value *left = i.getOperand(0), *right = i.getOperand(1);
		Type *type = left->getType();
		IRBuilder<> b = before(i);
		switch (i.getOpcode()) {
		case Instruction::SDiv:
		case Instruction::SRem: {
			if (!isConcrete(right))
				branch(i, equals(b, right, ConstantInt::get(type, 0), bits));
			Value *least = ConstantInt::get(type, APInt::getSignedMinValue(bits));
			Value *one = equals(b, left, least, bits), *two = equals(b, right, ConstantInt::getAllOnesValue(type), bits);
			Value *isLeast = b.CreateICmpEQ(left, least);
			Value *isOnes = b.CreateICmpEQ(right, ConstantInt::getAllOnesValue(type));
			branch(i, binary(b, And, 1, {one, two}, isLeast, isOnes, b.CreateAnd(isLeast, isOnes)));
			break;
		}
		case Instruction::UDiv:
		case Instruction::URem:
			if (!isConcrete(right))
				branch(i, equals(b, right, ConstantInt::get(type, 0), bits));
			break;
		case Instruction::Shl:
		case Instruction::LShr:
		case Instruction::AShr:
			if (!isConcrete(right)) {
				Value *limit = ConstantInt::get(type, bits);
				branch(i,
					binary(b, Uge, bits, {of(right), zero}, right, limit, b.CreateICmpUGE(right, limit)));
			}
			break;
		}
	}

	/*
	 * An atomic operation on values of the type. `operand`: what it writes, or null. Returns the expression of what it
	 * reads.
	 */
	Value *visitAtomic(Instruction &i, Value *address, Value *operand, Type *type, bool follows = true,
		Value *expected = nullptr)
	{
		follows &= isAtomic(type);
		pin(i, address);
		for (Value *each : i.operands())
			if (!follows || (each != operand && each != expected))
				pin(i, each);
		IRBuilder<> b = before(i), then = after(i);
		auto given = [&](Value *value) { return follows && value ? of(value) : zero; };
		Value *size = follows ? sizeIn32(b, type) : b.getInt32(0); // 0: it is as one of code without expressions
		calls.call(b, "__drista_symbolic_atomic", false, {address, size, given(operand), given(expected)});
		return calls.call(then, "__drista_symbolic_atomic_result", true, {address});
	}

	void visitUpdate(AtomicRMWInst &update)
	{
		Value *operand = update.getValOperand();
		Value *read = visitAtomic(
			update, update.getPointerOperand(), operand, operand->getType(), isFollowed(update));
		if (isAtomic(operand->getType()))
			expression[&update] = read;
	}

	/* Whether it has exchanged follows from the path. */
	void visitExchange(AtomicCmpXchgInst &exchange)
	{
		Value *wanted = exchange.getNewValOperand();
		Value *old = visitAtomic(
			exchange, exchange.getPointerOperand(), wanted, wanted->getType(), true, exchange.getCompareOperand());
		if (isAtomic(wanted->getType()))
			parts[&exchange] = {old, zero};
	}

	void visitExtract(ExtractValueInst &taken)
	{
		Value *from = taken.getAggregateOperand();
		auto found = parts.find(from);
		if (found == parts.end())
			return;
		unsigned first = partAt(from->getType(), taken.getIndices()), count = countParts(taken.getType());
		if (!taken.getType()->isAggregateType())
			expression[&taken] = found->second[first];
		else
			parts[&taken] = std::vector<Value *>(found->second.begin() + first, found->second.begin() + first + count);
	}

	void visitInsert(InsertValueInst &put)
	{
		Value *into = put.getAggregateOperand(), *value = put.getInsertedValueOperand();
		if (isConcrete(into) && isConcrete(value))
			return;
		std::vector<Part> all = partsOf(put.getType());
		if (all.empty()) {
			pin(put, into);
			return pin(put, value);
		}
		std::vector<Value *> made;
		for (unsigned n = 0; n < all.size(); n++)
			made.push_back(of(into, n));
		unsigned first = partAt(put.getType(), put.getIndices());
		if (!value->getType()->isAggregateType())
			made[first] = of(value);
		else
			for (unsigned n = 0; n < countParts(value->getType()); n++)
				made[first + n] = of(value, n);
		parts[&put] = made;
	}

	/* The address behind so many bytes. */
	Value *behind(IRBuilder<> &b, Value *address, uint64_t offset) const
	{
		return b.CreateAdd(b.CreatePtrToInt(address, word), b.getInt64(offset));
	}

	void visitLoad(LoadInst &load)
	{
		pin(load, load.getPointerOperand());
		if (load.isAtomic()) {
			Value *read = visitAtomic(load, load.getPointerOperand(), nullptr, load.getType());
			if (isAtomic(load.getType()))
				expression[&load] = read;
			return;
		}
		if (isWhole(load.getType())) {
			IRBuilder<> b = after(load);
			expression[&load] = calls.call(
				b, "__drista_symbolic_load", true, {load.getPointerOperand(), sizeIn32(b, load.getType())});
			return;
		}
		std::vector<Part> all = partsOf(load.getType());
		if (!all.empty() && all_of(all, [](const Part &part) { return isWhole(part.type); })) {
			IRBuilder<> b = after(load);
			for (const Part &part : all)
				parts[&load].push_back(calls.call(b, "__drista_symbolic_load", true,
					{behind(b, load.getPointerOperand(), part.offset), sizeIn32(b, part.type)}));
			return;
		}
		IRBuilder<> b = before(load);
		calls.call(b, "__drista_symbolic_pin_memory", false, {load.getPointerOperand(), sizeOf(b, load.getType())});
	}

	void visitStore(StoreInst &store)
	{
		Value *value = store.getValueOperand(), *to = store.getPointerOperand();
		pin(store, to);
		if (store.isAtomic()) {
			visitAtomic(store, to, value, value->getType());
			return;
		}
		if (parts.find(value) != parts.end())
			return visitStoreOfParts(store);
		bool whole = isWhole(value->getType());
		if (!whole)
			pin(store, value);
		IRBuilder<> b = after(store);
		if (whole && !isConcrete(value))
			calls.call(b, "__drista_symbolic_store", false, {to, sizeIn32(b, value->getType()), of(value)});
		else
			calls.call(b, "__drista_symbolic_clear", false, {to, sizeOf(b, value->getType())});
	}

	void visitStoreOfParts(StoreInst &store)
	{
		Value *value = store.getValueOperand(), *to = store.getPointerOperand();
		IRBuilder<> b = after(store);
		calls.call(b, "__drista_symbolic_clear", false, {to, sizeOf(b, value->getType())});
		std::vector<Part> all = partsOf(value->getType());
		for (unsigned n = 0; n < all.size(); n++)
			if (of(value, n) != zero && !isWhole(all[n].type))
				calls.call(b, "__drista_symbolic_pin", false, {of(value, n)});
			else if (of(value, n) != zero)
				calls.call(b, "__drista_symbolic_store", false,
					{behind(b, to, all[n].offset), sizeIn32(b, all[n].type), of(value, n)});
	}

	void visitSelect(SelectInst &select)
	{
		Value *condition = select.getCondition(), *yes = select.getTrueValue(), *no = select.getFalseValue();
		if (!isConcrete(condition))
			branch(select, of(condition));
		if (isConcrete(yes) && isConcrete(no))
			return;
		IRBuilder<> b = after(select);
		unsigned count = static_cast<unsigned>(partsOf(select.getType()).size());
		for (unsigned n = 0; n < count; n++)
			parts[&select].push_back(b.CreateSelect(condition, of(yes, n), of(no, n)));
		if (!isTracked(select.getType()))
			return;
		expression[&select] = b.CreateSelect(condition, of(yes), of(no));
	}

	void visitSwitch(SwitchInst &choice)
	{
		Value *value = choice.getCondition();
		if (isConcrete(value))
			return;
		if (!isTracked(value->getType()))
			return pin(choice, value);
		IRBuilder<> b = before(choice);
		for (auto &each : choice.cases()) {
			Value *same = b.CreateICmpEQ(value, each.getCaseValue());
			Value *condition = binary(b, Eq, value->getType()->getIntegerBitWidth(), {of(value), zero}, value,
				each.getCaseValue(), same);
			calls.call(b, "__drista_symbolic_branch", false, {condition});
		}
	}

	void visitReturn(ReturnInst &leave)
	{
		Value *value = leave.getReturnValue();
		if (!value)
			return;
		unsigned count = static_cast<unsigned>(partsOf(value->getType()).size());
		if (!isTracked(value->getType()) && (!count || count > DR_SYMBOLIC_PARTS))
			return pin(leave, value);
		IRBuilder<> b = before(leave);
		if (!count)
			calls.call(b, "__drista_symbolic_return", false, {of(value), announced});
		for (unsigned n = 0; n < count; n++)
			calls.call(b, "__drista_symbolic_return_part", false, {b.getInt32(n), of(value, n), announced});
	}

	void visitCall(CallBase &call)
	{
		if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
			return visitIntrinsic(*intrinsic);
		if (call.isInlineAsm()) {
			for (Value *operand : call.args())
				pin(call, operand);
			IRBuilder<> b = before(call);
			calls.call(b, "__drista_symbolic_unseen", false, {calls.text(b, "inline assembly")});
			return;
		}
		Value *callee = call.getCalledOperand()->stripPointerCasts();
		if (callee->getName() == "drista_runtime_symbolic") {
			FunctionCallee real = call.getModule()->getOrInsertFunction("__drista_symbolic", call.getFunctionType());
			call.setCalledFunction(real);
			return pinAll(call);
		}
		if (call.hasFnAttr(withoutInputs))
			return pinAll(call);
		auto *known = dyn_cast<Function>(callee);
		const Model *model = known && known->isDeclaration() ? modelOf(known->getName()) : nullptr;
		bool isModule = known && !known->isDeclaration() && !known->isInterposable();
		Value *names = nullptr;
		if (!isModule) {
			IRBuilder<> b = before(call);
			names = calls.names(b, known);
		}
		announceCall(call, names, model && isa<CallInst>(call) ? model : nullptr);
	}

	/* Where the model follows what the call has done. Its arguments are pinned. */
	Value *visitModel(IRBuilder<> &b, CallBase &call, Value *names, const Model &model)
	{
		auto argument = [&](int n, uint64_t otherwise) -> Value * {
			return n < 0 ? b.getInt64(otherwise) : valueOf(b, call, static_cast<unsigned>(n));
		};
		return calls.call(b, "__drista_symbolic_model", true,
			{b.getInt32(model.model), call.getCalledOperand(), names, argument(model.a, 0),
				argument(model.b, 0), argument(model.n, UINT64_MAX), resultOf(b, call)});
	}

	/* The argument as 64 bits; 0 if it is no integer and no pointer. */
	Value *valueOf(IRBuilder<> &b, CallBase &call, unsigned n)
	{
		if (n >= call.arg_size())
			return zero;
		Value *value = call.getArgOperand(n);
		return isTracked(value->getType()) ? low(b, value) : zero;
	}

	/* As valueOf, but signed. */
	Value *resultOf(IRBuilder<> &b, CallBase &call)
	{
		if (call.getType()->isPointerTy())
			return b.CreatePtrToInt(&call, word);
		return isTracked(call.getType()) ? b.CreateSExtOrTrunc(&call, word) : zero;
	}

	/* The values of the arguments that the source has. */
	std::vector<Value *> valuesOf(IRBuilder<> &b, CallBase &call)
	{
		std::vector<Value *> values;
		for (unsigned n = 0; n < call.arg_size(); n++)
			if (!call.paramHasAttr(n, Attribute::StructRet))
				values.push_back(valueOf(b, call, n));
		return values;
	}

	void pinAll(CallBase &call)
	{
		for (Value *operand : call.args())
			pin(call, operand);
	}

	/* `names`: of a function that another module may define (SymbolicCalls); else null. */
	void announceCall(CallBase &call, Value *names, const Model *model)
	{
		pin(call, call.getCalledOperand());
		for (unsigned n = 0; n < call.arg_size(); n++)
			if (call.isByValArgument(n))
				pin(call, call.getArgOperand(n));
		IRBuilder<> b = before(call);
		Value *callee = b.CreatePtrToInt(call.getCalledOperand(), word);
		std::vector<Value *> arguments = {callee, names ? names : zero, b.getInt32(call.arg_size())};
		std::string kinds = kindsOf(call);
		for (unsigned n = 0; n < call.arg_size(); n++) {
			bool isNamed = n < call.getFunctionType()->getNumParams() || !kinds.empty();
			if (!isNamed || parts.find(call.getArgOperand(n)) != parts.end())
				pin(call, call.getArgOperand(n));
			arguments.push_back(isNamed ? of(call.getArgOperand(n)) : zero);
		}
		calls.callWithList(b, "__drista_symbolic_call", arguments);
		if (!kinds.empty())
			calls.call(b, "__drista_symbolic_unnamed", false,
				{callee, b.getInt32(call.getFunctionType()->getNumParams()), calls.text(b, kinds)});
		for (unsigned n = 0; n < call.arg_size(); n++)
			if (call.isByValArgument(n))
				calls.call(b, "__drista_symbolic_copied", false,
					{callee, b.getInt32(n), call.getArgOperand(n), sizeOf(b, call.getParamByValType(n))});
		std::vector<Value *> values;
		if (names && !model) {
			values = valuesOf(b, call);
			std::vector<Value *> given = {callee, names, b.getInt32(static_cast<uint32_t>(values.size()))};
			given.insert(given.end(), values.begin(), values.end());
			calls.callWithList(b, "__drista_symbolic_before", given);
		}
		if (call.isTerminator() && !isa<InvokeInst>(call))
			return;
		IRBuilder<> then = after(call);
		then.SetCurrentDebugLocation(call.getDebugLoc());
		Value *result = nullptr;
		if (model)
			result = visitModel(then, call, names, *model);
		else if (names) {
			std::vector<Value *> given = {callee, names, then.getInt32(static_cast<uint32_t>(values.size())),
				resultOf(then, call)};
			given.insert(given.end(), values.begin(), values.end());
			calls.callWithList(then, "__drista_symbolic_after", given);
		}
		for (unsigned n = 0; names && n < call.arg_size(); n++)
			if (call.paramHasAttr(n, Attribute::StructRet))
				calls.call(then, "__drista_symbolic_result_at", false,
					{callee, call.getArgOperand(n), sizeOf(then, call.getAttributes().getParamStructRetType(n))});
		unsigned count = static_cast<unsigned>(partsOf(call.getType()).size());
		for (unsigned n = 0; n < count && count <= DR_SYMBOLIC_PARTS; n++)
			parts[&call].push_back(
				calls.call(then, "__drista_symbolic_result_part", true, {callee, then.getInt32(n)}));
		if (isTracked(call.getType()))
			expression[&call] = model ? result : calls.call(then, "__drista_symbolic_result", true, {callee});
	}

	void visitIntrinsic(IntrinsicInst &intrinsic)
	{
		if (intrinsic.isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(intrinsic))
			return;
		pinAll(intrinsic);
		if (intrinsic.getIntrinsicID() == Intrinsic::vastart) {
			IRBuilder<> b = after(intrinsic);
			calls.call(b, "__drista_symbolic_va_start", false, {intrinsic.getArgOperand(0), unnamed});
		}
		if (auto *set = dyn_cast<MemSetInst>(&intrinsic)) {
			IRBuilder<> b = after(intrinsic);
			calls.call(b, "__drista_symbolic_clear", false, {set->getDest(), low(b, set->getLength())});
		} else if (auto *copy = dyn_cast<MemTransferInst>(&intrinsic)) {
			IRBuilder<> b = after(intrinsic);
			calls.call(b, "__drista_symbolic_move", false,
				{copy->getDest(), copy->getSource(), low(b, copy->getLength())});
		} else if (accessesMemory(intrinsic)) {
			IRBuilder<> b = before(intrinsic);
			calls.call(b, "__drista_symbolic_unseen", false,
				{calls.text(b, intrinsic.getCalledFunction()->getName())});
		}
	}

	Function &function;
	const DataLayout &layout;
	SymbolicCalls calls;
	Type *word;
	Value *zero;
	Value *unnamed = nullptr; /* the expressions of its arguments without names */
	Value *announced = nullptr; /* was the call that the function is in announced? */
	DenseMap<const Value *, Value *> expression;
	DenseMap<const Value *, std::vector<Value *>> parts; /* of aggregates: the expression of each part */
};

} // namespace

void hasNoInputs(CallBase &call)
{
	call.addAttributeAtIndex(AttributeList::FunctionIndex, Attribute::get(call.getContext(), withoutInputs));
}

bool isSymbolic()
{
	const char *asked = std::getenv("DRISTA_PASS_SYMBOLIC");
	return asked && *asked;
}

void followInputs(Function &function)
{
	expandArithmetic(function);
	Follower(function).run();
	// An optimised program would not call isdigit, for example, but compare: the call's expression would be missing.
	function.addFnAttr("no-builtins");
	function.addFnAttr(followed);
}

void announceFollowed(Module &module)
{
	IRBuilder<> b(module.getContext());
	Type *word = b.getInt64Ty();
	std::vector<Constant *> functions;
	for (Function &function : module)
		if (function.hasFnAttribute(followed))
			functions.push_back(ConstantExpr::getPtrToInt(&function, word));
	if (functions.empty())
		return;
	ArrayType *type = ArrayType::get(word, functions.size());
	auto *table = new GlobalVariable(module, type, true, GlobalValue::PrivateLinkage,
		ConstantArray::get(type, functions), "drista_followed");
	auto *begin = Function::Create(FunctionType::get(b.getVoidTy(), false), GlobalValue::InternalLinkage,
		"drista_announce_followed", module);
	b.SetInsertPoint(BasicBlock::Create(module.getContext(), "", begin));
	SymbolicCalls calls(module);
	calls.call(b, "__drista_symbolic_functions", false, {table, b.getInt64(functions.size())});
	b.CreateRetVoid();
	appendToGlobalCtors(module, begin, 0);
}

} // namespace drista
