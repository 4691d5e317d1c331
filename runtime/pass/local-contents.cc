/* A forward data-flow problem over the blocks, solved by iteration: what may have been accessed on some way. */
#include "local-contents.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace drista
{

namespace
{

/* Does the call end the lifetime of the whole variable? What a destructor leaves is indeterminate ([basic.life]). The
 * size tells a variable from its first member, which lies at the same address. */
bool destroys(const Instruction &i, const AllocaInst &local)
{
	auto *call = dyn_cast<CallBase>(&i);
	const Function *callee = call ? call->getCalledFunction() : nullptr;
	if (!callee || call->arg_size() != 1 || call->getArgOperand(0)->stripPointerCasts() != &local)
		return false;
	StringRef name = callee->getName();
	auto size = local.getAllocationSizeInBits(callee->getParent()->getDataLayout());
	return name.take_front(3) == "_ZN" && (name.take_back(4) == "D1Ev" || name.take_back(4) == "D2Ev") && size &&
	       size->getFixedValue() == 8 * call->getParamDereferenceableBytes(0);
}

} // namespace

LocalContents::LocalContents(const Function &function, ArrayRef<const AllocaInst *> locals) : count(locals.size())
{
	for (unsigned n = 0; n < count; n++)
		findUses(*locals[n], *locals[n], n);
	solve(function);
}

/* What only computes an address accesses nothing. */
void LocalContents::findUses(const AllocaInst &local, const Value &address, unsigned n)
{
	for (const User *user : address.users()) {
		auto *i = dyn_cast<Instruction>(user);
		if (!i || isa<GetElementPtrInst>(i) || isa<BitCastInst>(i)) {
			findUses(local, *user, n);
			continue;
		}
		if (!i->isLifetimeStartOrEnd())
			accessed.try_emplace(i, count).first->second.set(n);
		if (i->isLifetimeStartOrEnd() || destroys(*i, local))
			scoped.try_emplace(i, count).first->second.set(n);
	}
}

void LocalContents::fill(const Instruction &i, BitVector &filled) const
{
	auto access = accessed.find(&i);
	if (access != accessed.end())
		filled |= access->second;
}

void LocalContents::across(const Instruction &i, BitVector &filled) const
{
	fill(i, filled);
	auto scope = scoped.find(&i);
	if (scope != scoped.end())
		filled.reset(scope->second);
}

void LocalContents::solve(const Function &function)
{
	for (const BasicBlock &block : function)
		atBegin[&block] = BitVector(count);
	for (bool changed = true; changed;) {
		changed = false;
		for (const BasicBlock &block : function) {
			BitVector filled = atBegin[&block];
			for (const Instruction &i : block)
				across(i, filled);
			for (const BasicBlock *next : successors(&block)) {
				BitVector &known = atBegin[next];
				BitVector before = known;
				known |= filled;
				changed |= known != before;
			}
		}
	}
}

BitVector LocalContents::during(const Instruction &at) const
{
	BitVector filled = atBegin.find(at.getParent())->second;
	for (auto i = at.getParent()->begin(); &*i != &at; ++i)
		across(*i, filled);
	fill(at, filled);
	return filled;
}

} // namespace drista
