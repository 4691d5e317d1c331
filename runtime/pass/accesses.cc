#include "accesses.h"
#include "unseen.h"

#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace drista {
namespace {

/* Can no other thread access it while it changes: a variable of the frame whose address stays there, or a constant? */
bool isOwn(const Value *address)
{
	SmallVector<const Value *, 4> objects;
	getUnderlyingObjects(address, objects, nullptr, 0);
	return all_of(objects, [](const Value *object) {
		auto *global = dyn_cast<GlobalVariable>(object);
		return isa<AllocaInst>(object) ? !PointerMayBeCaptured(object, true, true) : global && global->isConstant();
	});
}

/* The address space of what drista's own code reads unannounced (native-loops.cc, coverage.cc). */
constexpr unsigned unannounced = 1;

class Accesses {
public:
	explicit Accesses(Function &function) : module(*function.getParent()), layout(module.getDataLayout()) {}

	void announce(Instruction &i)
	{
		if (Value *address = getLoadStorePointerOperand(&i)) {
			announceSimple(i, address);
		} else if (auto *intrinsic = dyn_cast<IntrinsicInst>(&i)) {
			announceIntrinsic(*intrinsic);
		} else if (auto *call = dyn_cast<CallBase>(&i)) {
			for (unsigned n = 0; n < call->arg_size(); n++)
				if (call->isByValArgument(n) && !isOwn(call->getArgOperand(n))) {
					IRBuilder<> b(call);
					range(b, call->getArgOperand(n), sizeOf(call->getParamByValType(n)), false);
				}
		}
	}

	/* Structures that callers pass by value are copied by instructions that no pass sees. */
	void announceArguments(Function &function)
	{
		for (Argument &argument : function.args()) {
			if (!argument.hasByValAttr() || argument.use_empty())
				continue;
			IRBuilder<> b(&*function.getEntryBlock().getFirstInsertionPt());
			if (DISubprogram *scope = function.getSubprogram())
				b.SetCurrentDebugLocation(
					DILocation::get(function.getContext(), scope->getScopeLine(), 0, scope));
			range(b, &argument, sizeOf(argument.getParamByValType()), true);
		}
	}

private:
	Module &module;
	const DataLayout &layout;

	uint64_t sizeOf(Type *type) const
	{
		return layout.getTypeStoreSize(type).getFixedValue();
	}

	void range(IRBuilder<> &b, Value *address, Value *size, bool writes)
	{
		FunctionCallee hook = module.getOrInsertFunction(writes ? "__tsan_write_range" : "__tsan_read_range",
			FunctionType::get(b.getVoidTy(), {PointerType::getUnqual(b.getInt8Ty()), b.getInt64Ty()}, false));
		b.CreateCall(hook, {b.CreatePointerCast(address, PointerType::getUnqual(b.getInt8Ty())), size})
			->setDoesNotThrow();
	}

	void range(IRBuilder<> &b, Value *address, uint64_t size, bool writes)
	{
		range(b, address, b.getInt64(size), writes);
	}

	void announceSimple(Instruction &i, Value *address)
	{
		unsigned space = address->getType()->getPointerAddressSpace();
		Type *type = getLoadStoreType(&i);
		if (i.isAtomic() || space == unannounced || isOwn(address))
			return;
		if (space || layout.getTypeStoreSize(type).isScalable())
			return recordUnseen(i, space ? "memory of another address space" : "a vector without a fixed size");
		uint64_t size = sizeOf(type);
		if (size == 0 || (size <= 16 && isPowerOf2_64(size)))
			return;
		IRBuilder<> b(&i);
		range(b, address, size, isa<StoreInst>(i));
	}

	void announceIntrinsic(IntrinsicInst &i)
	{
		switch (i.getIntrinsicID()) {
		case Intrinsic::masked_load:
			return announceLanes(i, i.getArgOperand(0), i.getType(), i.getArgOperand(2), false);
		case Intrinsic::masked_store:
			return announceLanes(i, i.getArgOperand(1), i.getArgOperand(0)->getType(), i.getArgOperand(3), true);
		case Intrinsic::masked_gather:
			return announceLanes(i, i.getArgOperand(0), i.getType(), i.getArgOperand(2), false);
		case Intrinsic::masked_scatter:
			return announceLanes(i, i.getArgOperand(1), i.getArgOperand(0)->getType(), i.getArgOperand(3), true);
		default:
			if (!isHarmless(i) && i.mayReadOrWriteMemory() && any_of(i.args(), isForeignAddress))
				recordUnseen(i, i.getCalledFunction()->getName().str());
		}
	}

	static bool isForeignAddress(const Use &argument)
	{
		return argument->getType()->isPtrOrPtrVectorTy() && (argument->getType()->isVectorTy() || !isOwn(argument));
	}

	/* Those that access no memory of the program, or are announced otherwise. */
	static bool isHarmless(const IntrinsicInst &i)
	{
		if (isa<MemIntrinsic>(i) || i.isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(i) || i.isAssumeLikeIntrinsic())
			return true;
		switch (i.getIntrinsicID()) {
		case Intrinsic::prefetch:
		case Intrinsic::vastart:
		case Intrinsic::vacopy:
		case Intrinsic::vaend:
		case Intrinsic::stackrestore:
		case Intrinsic::localescape:
		case Intrinsic::eh_typeid_for:
		case Intrinsic::eh_sjlj_setjmp:
		case Intrinsic::eh_sjlj_longjmp:
		case Intrinsic::load_relative:
		case Intrinsic::init_trampoline:
		case Intrinsic::clear_cache:
			return true;
		default:
			return i.getCalledFunction()->getName().substr(0, 10) == "llvm.coro.";
		}
	}

	/* `pointers`: of the first lane, or of each. */
	void announceLanes(IntrinsicInst &i, Value *pointers, Type *type, Value *mask, bool writes)
	{
		auto *vector = dyn_cast<FixedVectorType>(type);
		if (!vector)
			return recordUnseen(i, "a vector without a fixed size");
		bool apart = pointers->getType()->isVectorTy();
		if (!apart && isOwn(pointers))
			return;
		Type *element = vector->getElementType();
		for (unsigned n = 0; n < vector->getNumElements(); n++) {
			IRBuilder<> b(&i);
			Value *chosen = b.CreateExtractElement(mask, n);
			if (auto *known = dyn_cast<Constant>(chosen); known && known->isNullValue())
				continue;
			Value *lane = apart ? b.CreateExtractElement(pointers, n)
					    : b.CreateConstGEP1_32(element,
						      b.CreatePointerCast(pointers, PointerType::getUnqual(element)), n);
			Instruction *then = isa<Constant>(chosen) ? &i : SplitBlockAndInsertIfThen(chosen, &i, false);
			IRBuilder<> within(then);
			within.SetCurrentDebugLocation(i.getDebugLoc());
			range(within, lane, sizeOf(element), writes);
		}
	}
};

} // namespace

void announceOtherAccesses(Function &function)
{
	std::vector<Instruction *> all;
	for (Instruction &i : instructions(function))
		all.push_back(&i);
	Accesses accesses(function);
	for (Instruction *i : all)
		accesses.announce(*i);
	accesses.announceArguments(function);
}

} // namespace drista
