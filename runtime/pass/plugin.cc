/*
 * Registers the pass with clang. It runs first, on the output of clang's front end, which hardly depends on -O: so it
 * announces the state of the source's variables, the same at each level of optimisation. Later passes may copy and move
 * the announcements as any call; the values go with them. Only functions that always have to be inlined are inlined
 * before. What depends on the optimisations is for a second pass, just before ThreadSanitizer's: the counters of
 * coverage, and accesses that ThreadSanitizer leaves out.
 */
#include "accesses.h"
#include "announce.h"
#include "assembly.h"
#include "coverage.h"
#include "cycles.h"
#include "endless-loops.h"
#include "locals.h"
#include "native-loops.h"
#include "nondet.h"
#include "core/protocol.h"
#include "sections.h"
#include "symbolic.h"
#include "undefined.h"
#include "unfollowed.h"
#include "unused-results.h"
#include "weak.h"

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace
{

/* Marks the module: the pass of this version has run. drista reads the bytes of all modules from the section. */
void mark(Module &module, const char *section)
{
	Type *byte = Type::getInt8Ty(module.getContext());
	auto *mark = new GlobalVariable(
		module, byte, true, GlobalValue::PrivateLinkage, ConstantInt::get(byte, DR_VERSION), section);
	mark->setSection(section);
	appendToUsed(module, {mark});
}

/*
 * Functions that another module defines, and whose code is there so that it can be inlined, as those of libc's headers.
 * Where a call is not inlined, it would reach the other definition, through which inputs are not followed.
 */
void ownCopies(Module &module)
{
	for (Function &function : module)
		if (function.hasAvailableExternallyLinkage())
			function.setLinkage(GlobalValue::InternalLinkage);
}

/*
 * What the source says about the effects of functions, such as __attribute__((const)), does not hold for what the pass
 * inserts: of two calls with the same arguments, one would be left, and the other had no expression.
 */
void forgetEffects(Module &module)
{
	static const char *const effects[] = {"readnone", "readonly", "argmemonly", "inaccessiblememonly",
		"inaccessiblemem_or_argmemonly", "memory", "speculatable"};
	for (StringRef effect : effects) {
		Attribute::AttrKind kind = Attribute::getAttrKindFromName(effect); // None: LLVM does not know it
		for (Function &function : module) {
			if (kind == Attribute::None || function.isIntrinsic())
				continue;
			function.removeFnAttr(kind);
			for (Instruction &i : instructions(function))
				if (auto *call = dyn_cast<CallBase>(&i); call && !isa<IntrinsicInst>(call))
					call->removeFnAttr(kind);
		}
	}
}

struct DristaPass : PassInfoMixin<DristaPass> {
	PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
	{
		drista::WaitingCalls waiting(module);
		drista::NativeLoops native(module);
		mark(module, "drista_pass");
		drista::recordAssemblyOf(module);
		bool symbolic = drista::isSymbolic();
		if (symbolic) {
			mark(module, "drista_follows");
			ownCopies(module);
			forgetEffects(module);
		}
		for (Function &function : module) {
			if (function.isDeclaration())
				continue;
			drista::announceTraps(function);
			bool unusual = drista::isUnusual(function);
			if (symbolic && !function.hasFnAttribute(Attribute::Naked))
				drista::makeInputs(function);
			if (symbolic && (unusual || !function.hasFnAttribute(Attribute::SanitizeThread)))
				drista::reportUnseen(function);
			if (!function.hasFnAttribute(Attribute::SanitizeThread))
				continue;
			// Inputs are not followed through what these put in the place of assembly.
			if (!symbolic && !function.hasFnAttribute(Attribute::Naked)) {
				drista::makeAtomic(function);
				drista::replaceCycleCounters(function);
			}
			if (!function.hasFnAttribute(Attribute::Naked))
				drista::replaceAssembly(function, symbolic);
			drista::announceWeakExchanges(function);
			if (!unusual)
				drista::promoteLocals(function);
			if (!function.hasFnAttribute(Attribute::Naked))
				drista::announceUnusedResults(function);
			if (symbolic && !unusual) // names of expressions are a part of the state then
				drista::followInputs(function);
		}
		drista::EndlessLoops endless(module, native);
		for (Function &function : module) {
			if (function.isDeclaration() || !function.hasFnAttribute(Attribute::SanitizeThread))
				continue;
			if (!symbolic && !drista::isUnusual(function))
				native.copyIn(function);
			drista::announceLiveValues(function, waiting, native, endless);
		}
		if (symbolic) {
			drista::announceConstructors(module);
			drista::announceFollowed(module);
		}
		return PreservedAnalyses::none();
	}

	/* The pass also runs on functions of -O0, which optional passes skip. */
	static bool isRequired()
	{
		return true;
	}
};

/* Runs after all optimisations, and before the instrumentation that announces accesses. */
struct AccessesPass : PassInfoMixin<AccessesPass> {
	PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
	{
		for (Function &function : module) {
			if (function.isDeclaration())
				continue;
			drista::leaveOutCounters(function);
			if (function.hasFnAttribute(Attribute::SanitizeThread) && !function.hasFnAttribute(Attribute::Naked))
				drista::announceOtherAccesses(function);
			if (function.hasFnAttribute(Attribute::SanitizeThread) && !function.hasFnAttribute(Attribute::Naked))
				drista::announceUnusedUpdates(function);
		}
		return PreservedAnalyses::none();
	}

	static bool isRequired()
	{
		return true;
	}
};

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo()
{
	return {LLVM_PLUGIN_API_VERSION, "drista", "1", [](PassBuilder &builder) {
			builder.registerPipelineStartEPCallback([](ModulePassManager &passes, OptimizationLevel) {
				passes.addPass(AlwaysInlinerPass(true)); // with the scopes of the inlined variables
				passes.addPass(DristaPass());
			});
			builder.registerOptimizerLastEPCallback([](ModulePassManager &passes, OptimizationLevel) {
				passes.addPass(AccessesPass());
			});
		}};
}
