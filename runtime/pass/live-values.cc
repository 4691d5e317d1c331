/* Liveness as in any compiler: a backward data-flow problem over the blocks, solved by iteration. */
#include "live-values.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace drista {
LiveValues::LiveValues(Function &function) : function(function)
{
	for (Argument &argument : function.args())
		number(argument);
	for (Instruction &i : instructions(function))
		if (!i.getType()->isVoidTy() && !isa<AllocaInst>(i))
			number(i);
	findNeeded();
	solve();
}

void LiveValues::number(Value &value)
{
	numbers[&value] = values.size();
	values.push_back(&value);
}

void LiveValues::findNeeded()
{
	std::vector<const Instruction *> todo;
	auto need = [&](const Instruction *i) {
		if (needed.insert(i).second)
			todo.push_back(i);
	};
	for (const Instruction &i : instructions(function))
		// A read that nothing uses may race or crash.
		if (!isa<DbgInfoIntrinsic>(i) &&
			(i.isTerminator() || i.isEHPad() || i.mayHaveSideEffects() || isa<LoadInst>(i)))
			need(&i);
	while (!todo.empty()) {
		const Instruction *i = todo.back();
		todo.pop_back();
		for (const Value *operand : i->operands())
			if (auto *source = dyn_cast<Instruction>(operand))
				need(source);
	}
}

void LiveValues::use(const Value *value, BitVector &live) const
{
	auto found = numbers.find(value);
	if (found != numbers.end())
		live.set(found->second);
}

/* From after the instruction to before it. */
void LiveValues::across(const Instruction &i, BitVector &live) const
{
	auto found = numbers.find(&i);
	if (found != numbers.end())
		live.reset(found->second);
	if (!isa<PHINode>(i) && needed.count(&i))
		for (const Value *operand : i.operands())
			use(operand, live);
}

BitVector LiveValues::atEnd(const BasicBlock &block) const
{
	BitVector live(values.size());
	for (const BasicBlock *next : successors(&block)) {
		live |= atBegin.find(next)->second;
		for (const PHINode &phi : next->phis())
			if (needed.count(&phi))
				use(phi.getIncomingValueForBlock(&block), live);
	}
	return live;
}

void LiveValues::solve()
{
	for (const BasicBlock &block : function)
		atBegin[&block] = BitVector(values.size());
	for (bool changed = true; changed;) {
		changed = false;
		for (auto block = function.end(); block != function.begin();) {
			--block;
			BitVector live = atEnd(*block);
			for (auto i = block->rbegin(); i != block->rend(); ++i)
				across(*i, live);
			BitVector &known = atBegin[&*block];
			if (known == live)
				continue;
			known = live;
			changed = true;
		}
	}
}

LiveValues::Live LiveValues::before(const Instruction &at) const
{
	BitVector live = atEnd(*at.getParent());
	for (auto i = at.getParent()->rbegin(); &*i != &at; ++i)
		across(*i, live);
	BitVector before = live;
	across(at, before);
	Live result;
	for (unsigned number : before.set_bits())
		(live.test(number) ? result.kept : result.used).push_back(values[number]);
	return result;
}

} // namespace drista
