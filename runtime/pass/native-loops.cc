#include "native-loops.h"

#include "../effects/effects.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace drista {
namespace {

/* Does the function of a library read and write memory, and do nothing else? Names that begin with __ are those of
 * compilers, for which drista's own functions may stand. */
bool onlyAccessesMemory(StringRef name)
{
	const dr_effect *effect = name.substr(0, 2) == "__" ? nullptr : dr_effect_named(name.str().c_str());
	if (!effect || effect->reads || effect->flags)
		return false;
	const dr_effect_access *accesses = dr_effect_accesses(effect);
	return all_of(make_range(accesses, accesses + effect->count),
		[](const dr_effect_access &one) { return one.kind <= DR_EFFECT_READS_WRITES; });
}

/*
 * The runtime's flag: is a schedule enforced? The address is made from a number, and of another address space, which is
 * the same memory: so reading it is not announced.
 */
Value *isEnforced(IRBuilder<> &b)
{
	Type *byte = b.getInt8Ty();
	Constant *flag = b.GetInsertBlock()->getModule()->getOrInsertGlobal("drista_runtime_enforced", byte);
	Value *number = b.CreatePtrToInt(flag, b.getInt64Ty());
	// Volatile: else the same test in several places might become one, and with it copies of code with events.
	LoadInst *value = b.CreateLoad(byte, b.CreateIntToPtr(number, PointerType::get(byte, 1)), true);
	return b.CreateICmpNE(value, b.getInt8(0));
}

/*
 * Both copies lead to the same code, which must stay one: an event is known by its address. The label cannot be copied,
 * so neither can the block that begins with it.
 */
void keepOne(BasicBlock &block)
{
	LLVMContext &context = block.getContext();
	IRBuilder<> b(&*block.getFirstInsertionPt());
	MDNode *text = MDNode::get(context, MDString::get(context, "drista"));
	b.CreateCall(Intrinsic::getDeclaration(block.getModule(), Intrinsic::codeview_annotation),
		MetadataAsValue::get(context, text));
}

/* Moves the blocks to a function of their own, which is not instrumented. Returns what calls it; null: they stay. */
CallInst *apart(ArrayRef<BasicBlock *> blocks)
{
	Function &function = *blocks[0]->getParent();
	DominatorTree dominators(function);
	CodeExtractor extractor(blocks, &dominators);
	if (!extractor.isEligible())
		return nullptr;
	CodeExtractorAnalysisCache cache(function);
	Function *native = extractor.extractCodeRegion(cache);
	if (!native)
		return nullptr;
	native->removeFnAttr(Attribute::SanitizeThread);
	native->addFnAttr(Attribute::DisableSanitizerInstrumentation);
	native->addFnAttr(Attribute::NoInline);
	// What looks for code that is not instrumented (src/compiler/own-code.ts) leaves drista's own sections out.
	native->setSection("drista_native");
	return cast<CallInst>(native->user_back());
}

} // namespace

/* Computes the greatest set of functions that perform no events themselves and call only each other. */
NativeLoops::NativeLoops(Module &module)
{
	for (const Function &function : module)
		if (!function.isDeclaration() && !function.isInterposable())
			silent.insert(&function);
	for (bool changed = true; changed;) {
		changed = false;
		for (const Function &function : module)
			if (silent.count(&function))
				for (const Instruction &i : instructions(function))
					if (!isSilent(i)) {
						silent.erase(&function);
						changed = true;
						break;
					}
	}
}

bool NativeLoops::isSilent(const Instruction &i) const
{
	if (i.isAtomic() || isa<FenceInst>(i))
		return false;
	auto *call = dyn_cast<CallBase>(&i);
	if (!call || isa<IntrinsicInst>(i))
		return true;
	const Function *callee = call->getCalledFunction();
	if (!callee || call->isInlineAsm() || call->isConvergent() || call->cannotDuplicate())
		return false;
	return silent.count(callee) || (callee->isDeclaration() && onlyAccessesMemory(callee->getName()));
}

bool NativeLoops::isSilent(const Loop &loop) const
{
	for (const BasicBlock *block : loop.blocks())
		for (const Instruction &i : *block)
			if (!isSilent(i) || i.isEHPad() || isa<InvokeInst>(i) || isa<IndirectBrInst>(i) || isa<CallBrInst>(i))
				return false;
	return true;
}

void NativeLoops::copyIn(Function &function)
{
	if (function.hasOptNone())
		return;
	DominatorTree dominators(function);
	LoopInfo loops(dominators);
	std::vector<Loop *> chosen;
	for (Loop *loop : loops.getLoopsInPreorder())
		if (isSilent(*loop) && (!loop->getParentLoop() || !isSilent(*loop->getParentLoop())))
			chosen.push_back(loop);
	for (Loop *loop : chosen) {
		simplifyLoop(loop, &dominators, &loops, nullptr, nullptr, nullptr, false);
		formLCSSARecursively(*loop, dominators, &loops, nullptr);
	}
	for (Loop *loop : chosen)
		if (loop->isLoopSimplifyForm())
			copy(*loop);
}

void NativeLoops::copy(Loop &loop)
{
	BasicBlock &before = *loop.getLoopPreheader();
	ValueToValueMapTy map;
	SmallVector<BasicBlock *, 8> copies;
	for (BasicBlock *block : loop.blocks()) {
		BasicBlock *copied = CloneBasicBlock(block, map, ".native", block->getParent());
		map[block] = copied;
		copies.push_back(copied);
	}
	remapInstructionsInBlocks(copies, map);
	auto ofCopy = [&map](Value *value) {
		auto found = map.find(value);
		return found == map.end() ? value : static_cast<Value *>(found->second);
	};
	SmallVector<BasicBlock *, 4> exits;
	loop.getUniqueExitBlocks(exits);
	for (BasicBlock *exit : exits) {
		for (PHINode &phi : exit->phis())
			for (unsigned n = 0, count = phi.getNumIncomingValues(); n < count; n++)
				if (loop.contains(phi.getIncomingBlock(n)))
					phi.addIncoming(ofCopy(phi.getIncomingValue(n)),
						cast<BasicBlock>(ofCopy(phi.getIncomingBlock(n))));
		keepOne(*exit);
	}
	Instruction *end = before.getTerminator();
	IRBuilder<> b(end);
	BasicBlock *head = loop.getHeader();
	b.CreateCondBr(isEnforced(b), cast<BasicBlock>(ofCopy(head)), head);
	end->eraseFromParent();
	if (CallInst *call = apart(copies))
		blocks.insert(call->getParent());
	else
		blocks.insert(copies.begin(), copies.end());
}

} // namespace drista
