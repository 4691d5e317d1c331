#include "symbolic.h"
#include "library-calls.h"
#include "plain-arithmetic.h"
#include "symbolic-calls.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

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

const char followed[] = "drista-followed";

bool isTracked(const Type *type)
{
	return type->isIntegerTy() && type->getIntegerBitWidth() <= 64;
}

/* Does a value of the type fill its bytes in memory? */
bool isWhole(const Type *type)
{
	if (!isTracked(type))
		return false;
	unsigned bits = type->getIntegerBitWidth();
	return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

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
		for (Instruction *i : all)
			visit(*i);
		for (Instruction *i : all)
			if (auto *phi = dyn_cast<PHINode>(i); phi && isTracked(phi->getType()))
				for (unsigned n = 0; n < phi->getNumIncomingValues(); n++)
					cast<PHINode>(expression[phi])->addIncoming(of(phi->getIncomingValue(n)), phi->getIncomingBlock(n));
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
			if (isTracked(argument.getType()))
				expression[&argument] = calls.call(b, "__drista_symbolic_argument", true,
					{&function, b.getInt32(argument.getArgNo())});
		announced = calls.call(b, "__drista_symbolic_entered", true, {&function});
	}

	Value *of(const Value *value) const
	{
		auto found = expression.find(value);
		return found == expression.end() ? zero : found->second;
	}

	bool isConcrete(const Value *value) const
	{
		return of(value) == zero;
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

	Value *wide(IRBuilder<> &b, Value *value) const
	{
		return b.CreateZExt(value, word);
	}

	void pin(Instruction &i, const Value *value)
	{
		if (isConcrete(value))
			return;
		IRBuilder<> b = before(i);
		calls.call(b, "__drista_symbolic_pin", false, {of(value)});
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
			visitAtomic(i, rmw->getPointerOperand(), rmw->getValOperand()->getType(), true);
		else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&i))
			visitAtomic(i, exchange->getPointerOperand(), exchange->getNewValOperand()->getType(), true);
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
		unsigned bits = i.getOperand(0)->getType()->getIntegerBitWidth();
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
			expression[&i] = calls.call(b, "__drista_symbolic_binary", true,
				{b.getInt32(static_cast<uint32_t>(op)), b.getInt32(bits), of(left), of(right), wide(b, left),
					wide(b, right), wide(b, &i)});
			return true;
		}
		op = isa<ZExtInst>(i) ? Zext : isa<SExtInst>(i) ? Sext : isa<TruncInst>(i) ? Trunc : -1;
		if (op < 0)
			return false;
		if (isConcrete(i.getOperand(0)))
			return true;
		IRBuilder<> b = after(i);
		expression[&i] = calls.call(b, "__drista_symbolic_cast", true,
			{b.getInt32(static_cast<uint32_t>(op)), b.getInt32(i.getType()->getIntegerBitWidth()), of(i.getOperand(0)),
				wide(b, &i)});
		return true;
	}

	/* The condition under which the operands are the same. */
	Value *equals(IRBuilder<> &b, Value *left, Value *right, unsigned bits)
	{
		return calls.call(b, "__drista_symbolic_binary", true,
			{b.getInt32(Eq), b.getInt32(bits), of(left), of(right), wide(b, left), wide(b, right),
				wide(b, b.CreateICmpEQ(left, right))});
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
			branch(i, calls.call(b, "__drista_symbolic_binary", true,
				{b.getInt32(And), b.getInt32(1), one, two, wide(b, isLeast), wide(b, isOnes),
					wide(b, b.CreateAnd(isLeast, isOnes))}));
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
				branch(i, calls.call(b, "__drista_symbolic_binary", true,
					{b.getInt32(Uge), b.getInt32(bits), of(right), zero, wide(b, right), wide(b, limit),
						wide(b, b.CreateICmpUGE(right, limit))}));
			}
			break;
		}
	}

	void visitAtomic(Instruction &i, Value *address, Type *type, bool writes)
	{
		for (Value *operand : i.operands())
			pin(i, operand);
		IRBuilder<> b = before(i);
		calls.call(b, "__drista_symbolic_atomic", false, {address, sizeOf(b, type), b.getInt32(writes)});
	}

	void visitLoad(LoadInst &load)
	{
		if (load.isAtomic())
			return visitAtomic(load, load.getPointerOperand(), load.getType(), false);
		if (isWhole(load.getType())) {
			IRBuilder<> b = after(load);
			expression[&load] = calls.call(
				b, "__drista_symbolic_load", true, {load.getPointerOperand(), sizeIn32(b, load.getType())});
			return;
		}
		IRBuilder<> b = before(load);
		calls.call(b, "__drista_symbolic_pin_memory", false, {load.getPointerOperand(), sizeOf(b, load.getType())});
	}

	void visitStore(StoreInst &store)
	{
		Value *value = store.getValueOperand(), *to = store.getPointerOperand();
		if (store.isAtomic())
			return visitAtomic(store, to, value->getType(), true);
		bool whole = isWhole(value->getType());
		if (!whole)
			pin(store, value);
		IRBuilder<> b = after(store);
		if (whole && !isConcrete(value))
			calls.call(b, "__drista_symbolic_store", false, {to, sizeIn32(b, value->getType()), of(value)});
		else
			calls.call(b, "__drista_symbolic_clear", false, {to, sizeOf(b, value->getType())});
	}

	void visitSelect(SelectInst &select)
	{
		Value *condition = select.getCondition(), *yes = select.getTrueValue(), *no = select.getFalseValue();
		if (!isConcrete(condition))
			branch(select, of(condition));
		if (!isTracked(select.getType()) || (isConcrete(yes) && isConcrete(no)))
			return;
		IRBuilder<> b = after(select);
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
			Value *condition = calls.call(b, "__drista_symbolic_binary", true,
				{b.getInt32(Eq), b.getInt32(value->getType()->getIntegerBitWidth()), of(value), zero, wide(b, value),
					wide(b, each.getCaseValue()), wide(b, same)});
			calls.call(b, "__drista_symbolic_branch", false, {condition});
		}
	}

	void visitReturn(ReturnInst &leave)
	{
		Value *value = leave.getReturnValue();
		if (!value)
			return;
		if (!isTracked(value->getType()))
			return pin(leave, value);
		IRBuilder<> b = before(leave);
		calls.call(b, "__drista_symbolic_return", false, {of(value), announced});
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
		if (value->getType()->isPointerTy())
			return b.CreatePtrToInt(value, word);
		return isTracked(value->getType()) ? wide(b, value) : zero;
	}

	/* As valueOf, but signed. */
	Value *resultOf(IRBuilder<> &b, CallBase &call)
	{
		if (call.getType()->isPointerTy())
			return b.CreatePtrToInt(&call, word);
		return isTracked(call.getType()) ? b.CreateSExt(&call, word) : zero;
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
		IRBuilder<> b = before(call);
		Value *callee = b.CreatePtrToInt(call.getCalledOperand(), word);
		std::vector<Value *> arguments = {callee, names ? names : zero, b.getInt32(call.arg_size())};
		for (unsigned n = 0; n < call.arg_size(); n++) {
			if (call.isByValArgument(n))
				calls.call(b, "__drista_symbolic_pin_memory", false,
					{call.getArgOperand(n), sizeOf(b, call.getParamByValType(n))});
			bool isNamed = n < call.getFunctionType()->getNumParams();
			if (!isNamed)
				pin(call, call.getArgOperand(n));
			arguments.push_back(isNamed ? of(call.getArgOperand(n)) : zero);
		}
		calls.callWithList(b, "__drista_symbolic_call", arguments);
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
		if (isTracked(call.getType()))
			expression[&call] = model ? result : calls.call(then, "__drista_symbolic_result", true, {callee});
	}

	void visitIntrinsic(IntrinsicInst &intrinsic)
	{
		if (intrinsic.isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(intrinsic))
			return;
		pinAll(intrinsic);
		if (auto *set = dyn_cast<MemSetInst>(&intrinsic)) {
			IRBuilder<> b = after(intrinsic);
			calls.call(b, "__drista_symbolic_clear", false, {set->getDest(), wide(b, set->getLength())});
		} else if (auto *copy = dyn_cast<MemTransferInst>(&intrinsic)) {
			IRBuilder<> b = after(intrinsic);
			calls.call(b, "__drista_symbolic_move", false,
				{copy->getDest(), copy->getSource(), wide(b, copy->getLength())});
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
	Value *announced = nullptr; /* was the call that the function is in announced? */
	DenseMap<const Value *, Value *> expression;
};

} // namespace

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
