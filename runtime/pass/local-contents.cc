/* A forward data-flow problem over the blocks, solved by iteration: what may have been accessed on some way. */
#include "local-contents.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace drista
{

LocalContents::LocalContents(const Function &function, ArrayRef<const AllocaInst *> locals) : count(locals.size())
{
	for (unsigned n = 0; n < count; n++)
		findUses(*locals[n], n);
	solve(function);
}

/* What only computes an address accesses nothing. */
void LocalContents::findUses(const Value &address, unsigned local)
{
	for (const User *user : address.users()) {
		auto *i = dyn_cast<Instruction>(user);
		if (!i || isa<GetElementPtrInst>(i) || isa<BitCastInst>(i)) {
			findUses(*user, local);
			continue;
		}
		auto &uses = i->isLifetimeStartOrEnd() ? scoped : accessed;
		uses.try_emplace(i, count).first->second.set(local);
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
