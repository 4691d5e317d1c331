#include "announce.h"
#include "iterations.h"
#include "live-values.h"
#include "local-contents.h"
#include "locals.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace drista
{
namespace
{

/* The most slots that are announced; DR_LIVE_SLOTS of the runtime. */
constexpr unsigned mostSlots = 32;

/* DR_LIVE_OPTIMISED, DR_LIVE_VARIADIC and DR_LIVE_ONCE of the runtime. */
constexpr uint64_t liveOptimised = 1ul << 32;
constexpr uint64_t liveVariadic = 1ul << 33;
constexpr uint64_t liveOnce = 1ul << 34;

/* Bytes of a variable. */
struct Slot {
	Value *variable;
	uint64_t offset, size;
};

void addSlot(std::vector<Slot> &slots, const Slot &slot)
{
	if (!slots.empty() && slots.back().variable == slot.variable &&
		slots.back().offset + slots.back().size == slot.offset)
		slots.back().size += slot.size;
	else if (slot.size)
		slots.push_back(slot);
}

/*
 * All bytes of the part of the variable that has the type and begins at the offset: a program may use padding, too, as
 * that of an object which serves as storage. Not of what a lambda captures, which has no name in the program; what lies
 * in its padding differs from run to run.
 */
void addSlots(std::vector<Slot> &slots, Value &variable, Type &type, uint64_t offset, const DataLayout &layout)
{
	auto *structure = dyn_cast<StructType>(&type);
	if (!structure || !structure->hasName() || structure->getName().substr(0, 10) != "class.anon") {
		addSlot(slots, {&variable, offset, layout.getTypeAllocSize(&type).getFixedValue()});
		return;
	}
	const StructLayout *places = layout.getStructLayout(structure);
	for (unsigned i = 0; i < structure->getNumElements(); i++)
		addSlots(slots, variable, *structure->getElementType(i), offset + places->getElementOffset(i), layout);
}

/* Is it there for the results of native copies only? Nothing else writes it, so its contents are no state. */
bool isOfCopies(const AllocaInst &local, const NativeLoops &native)
{
	return all_of(local.users(), [&native](const User *user) {
		auto *i = dyn_cast<Instruction>(user);
		return i && native.isNative(*i);
	});
}

/* With the padding in between: one slot for each variable. */
void joinSlots(std::vector<Slot> &slots)
{
	std::vector<Slot> joined;
	for (const Slot &slot : slots) {
		if (joined.empty() || joined.back().variable != slot.variable)
			joined.push_back(slot);
		Slot &all = joined.back();
		all.size = slot.offset + slot.size - all.offset;
	}
	slots = joined;
}

/* The local variables that lie in memory. False: not all have one place and a fixed size. */
bool findSlots(Function &function, const NativeLoops &native, std::vector<Slot> &slots)
{
	const DataLayout &layout = function.getParent()->getDataLayout();
	for (Instruction &i : instructions(function)) {
		auto *local = dyn_cast<AllocaInst>(&i);
		if (!local || isOfCopies(*local, native))
			continue;
		if (!local->isStaticAlloca() || local->isUsedWithInAlloca())
			return false;
		TypeSize one = layout.getTypeAllocSize(local->getAllocatedType());
		if (one.isScalable())
			return false;
		if (local->use_empty() || isOnlyWritten(*local))
			continue;
		if (!local->isArrayAllocation())
			addSlots(slots, *local, *local->getAllocatedType(), 0, layout);
		else
			addSlot(slots, {local, 0,
					       one.getFixedValue() *
						       cast<ConstantInt>(local->getArraySize())->getZExtValue()});
	}
	for (Argument &argument : function.args())
		if (argument.hasByValAttr())
			addSlots(slots, argument, *argument.getParamByValType(), 0, layout);
	if (slots.size() > mostSlots)
		joinSlots(slots);
	return slots.size() <= mostSlots;
}

/* For each place those of variables that may have contents there. */
std::vector<std::vector<Slot>> slotsAt(
	const std::vector<Instruction *> &places, const Function &function, const std::vector<Slot> &slots)
{
	std::vector<const AllocaInst *> locals;
	for (const Slot &slot : slots)
		if (auto *local = dyn_cast<AllocaInst>(slot.variable); local && !is_contained(locals, local))
			locals.push_back(local);
	LocalContents contents(function, locals);
	std::vector<std::vector<Slot>> filled;
	for (const Instruction *at : places) {
		BitVector known = contents.during(*at);
		filled.emplace_back();
		for (const Slot &slot : slots) {
			auto local = find(locals, slot.variable);
			if (local == locals.end() || known.test(local - locals.begin()))
				filled.back().push_back(slot);
		}
	}
	return filled;
}

/* As good as a random number (splitmix64). */
uint64_t scrambled(uint64_t n)
{
	uint64_t z = (n + 1) * 0x9e3779b97f4a7c15ul;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ul;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebul;
	return z ^ (z >> 31);
}

/* A hash of values, computed where the builder stands. */
class Hash
{
      public:
	/* Small values at one place must not look like others at another place: the places' seeds are far apart. */
	Hash(IRBuilder<> &builder, uint64_t place) : b(builder), state(builder.getInt64(scrambled(place))) {}

	/* Can a value of the type be looked at? */
	static bool canAdd(Type *type)
	{
		if (type->isStructTy() || type->isArrayTy()) {
			for (unsigned i = 0; i < parts(type); i++)
				if (!canAdd(part(type, i)))
					return false;
			return true;
		}
		TypeSize bits = type->getPrimitiveSizeInBits();
		return type->isPointerTy() || (!bits.isScalable() && bits.getFixedValue());
	}

	void add(Value *value)
	{
		Type *type = value->getType();
		if (type->isStructTy() || type->isArrayTy()) {
			for (unsigned i = 0; i < parts(type); i++)
				add(b.CreateExtractValue(value, i));
			return;
		}
		value = b.CreateFreeze(value);
		if (type->isPointerTy())
			addInteger(b.CreatePtrToInt(value, b.getInt64Ty()));
		else
			addInteger(b.CreateBitCast(value, b.getIntNTy(type->getPrimitiveSizeInBits().getFixedValue())));
	}

	Value *result() const
	{
		return state;
	}

      private:
	static unsigned parts(Type *type)
	{
		return type->isArrayTy() ? type->getArrayNumElements() : type->getStructNumElements();
	}

	static Type *part(Type *type, unsigned i)
	{
		return type->isArrayTy() ? type->getArrayElementType() : type->getStructElementType(i);
	}

	void addInteger(Value *value)
	{
		for (unsigned bits = value->getType()->getIntegerBitWidth(), from = 0; from < bits; from += 64) {
			Value *word = b.CreateZExtOrTrunc(from ? b.CreateLShr(value, from) : value, b.getInt64Ty());
			// As dr_mix of the runtime does.
			state = b.CreateMul(b.CreateXor(state, word), b.getInt64(0x9e3779b97f4a7c15ul));
			state = b.CreateMul(
				b.CreateXor(state, b.CreateLShr(state, 32)), b.getInt64(0xd1342543de82ef95ul));
			state = b.CreateXor(state, b.CreateLShr(state, 29));
		}
	}

	IRBuilder<> &b;
	Value *state;
};

Value *frameAddress(IRBuilder<> &b)
{
#if LLVM_VERSION_MAJOR >= 17
	Type *pointer = b.getPtrTy();
#else
	Type *pointer = b.getInt8PtrTy();
#endif
	return b.CreatePtrToInt(b.CreateIntrinsic(Intrinsic::frameaddress, {pointer}, {b.getInt32(0)}), b.getInt64Ty());
}

bool canAnnounce(const LiveValues::Live &live)
{
	auto canAdd = [](const Value *value) { return Hash::canAdd(value->getType()); };
	return all_of(live.kept, canAdd) && all_of(live.used, canAdd);
}

/* The instructions to which a call of the function comes at most once; those of a function that is inlined there may
 * lie in loops of its own. */
class Once
{
      public:
	explicit Once(Function &function)
	{
		for (auto all = scc_begin(&function); !all.isAtEnd(); ++all)
			if (all.hasCycle())
				repeated.insert((*all).begin(), (*all).end());
	}

	bool has(const Instruction &i) const
	{
		auto *call = dyn_cast<CallBase>(&i);
		return !repeated.count(i.getParent()) && !(call && call->hasFnAttr(Attribute::AlwaysInline));
	}

      private:
	DenseSet<const BasicBlock *> repeated;
};

void announce(Instruction &at, uint64_t place, const LiveValues::Live &live, const std::vector<Slot> &slots,
	bool isOnce)
{
	IRBuilder<> b(&at);
	Type *word = b.getInt64Ty();
	FunctionCallee hook = at.getModule()->getOrInsertFunction(
		"__drista_live", FunctionType::get(b.getVoidTy(), {word, word, word, word}, true));
	Hash hash(b, place);
	for (Value *value : live.kept)
		hash.add(value);
	Value *kept = hash.result();
	for (Value *value : live.used)
		hash.add(value);
	uint64_t described = slots.size();
	described |= at.getFunction()->hasOptNone() ? 0 : liveOptimised;
	described |= at.getFunction()->isVarArg() ? liveVariadic : 0;
	described |= isOnce ? liveOnce : 0;
	std::vector<Value *> arguments = {frameAddress(b), hash.result(), kept, b.getInt64(described)};
	for (const Slot &slot : slots) {
		Value *address = b.CreatePtrToInt(slot.variable, word);
		arguments.push_back(slot.offset ? b.CreateAdd(address, b.getInt64(slot.offset)) : address);
		arguments.push_back(b.getInt64(slot.size));
	}
	b.CreateCall(hook, arguments)->setDoesNotThrow();
}

} // namespace

bool isUnusual(const Function &function)
{
	if (function.hasFnAttribute(Attribute::Naked) || function.callsFunctionThatReturnsTwice())
		return true;
	for (const Instruction &i : instructions(function)) {
		if (isa<CallBrInst>(i) || isa<IndirectBrInst>(i) || i.isEHPad() != isa<LandingPadInst>(i))
			return true;
		auto *call = dyn_cast<CallBase>(&i);
		const Function *callee = call ? call->getCalledFunction() : nullptr;
		if (callee && callee->getName().substr(0, 10) == "llvm.coro.")
			return true;
	}
	return false;
}

void announceLiveValues(
	Function &function, const WaitingCalls &waiting, const NativeLoops &native, const EndlessLoops &endless)
{
	std::vector<Instruction *> waits, places;
	for (Instruction &i : instructions(function)) {
		if (native.isNative(i))
			continue;
		if (waiting.mayWait(i))
			waits.push_back(&i);
		if (waiting.mayWait(i) || endless.mayLead(i))
			places.push_back(&i);
	}
	std::vector<BasicBlock *> heads = EndlessLoops::headsOf(function, native);
	if ((places.empty() && heads.empty()) || function.hasFnAttribute(Attribute::AlwaysInline))
		return;
	// Whether it announces its state or not: where it calls a function that does, its own frame is the caller's.
	function.addFnAttr(Attribute::NoInline);
	std::vector<Slot> slots;
	if (isUnusual(function) || !findSlots(function, native, slots))
		return;
	for (BasicBlock *head : heads)
		places.push_back(&*head->getFirstInsertionPt());
	LiveValues values(function);
	std::vector<LiveValues::Live> live;
	for (Instruction *at : places)
		live.push_back(values.before(*at));
	if (!all_of(live, canAnnounce))
		return;
	size_t others = places.size() - heads.size();
	std::vector<std::vector<Slot>> contents = slotsAt(places, function, slots);
	Once once(function);
	for (size_t n = 0; n < others; n++)
		announce(*places[n], n, live[n], contents[n], once.has(*places[n]));
	auto calls = countIterations(function, waits, heads);
	for (size_t n = others; n < places.size(); n++)
		announce(*calls[heads[n - others]], n, live[n], contents[n], false);
}

} // namespace drista
