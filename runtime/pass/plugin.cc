/*
 * Where clang finds the pass. It runs last of all that optimises, just before ThreadSanitizer's instrumentation: what
 * is live is decided by the code that will run, and atomics are still instructions.
 */
#include "announce.h"
#include "locals.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"

using namespace llvm;

namespace {

struct DristaPass : PassInfoMixin<DristaPass> {
	PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
	{
		// Decided before anything is inserted.
		drista::WaitingCalls waiting(module);
		for (Function &function : module) {
			if (function.isDeclaration() || !function.hasFnAttribute(Attribute::SanitizeThread) ||
				function.hasFnAttribute(Attribute::Naked))
				continue;
			// After longjmp the variables that lie in memory have their last values.
			if (!function.callsFunctionThatReturnsTwice())
				drista::promoteLocals(function);
			drista::announceLiveValues(function, waiting);
		}
		return PreservedAnalyses::none();
	}

	/* At -O0 too, where passes leave functions alone. */
	static bool isRequired()
	{
		return true;
	}
};

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo()
{
	return {LLVM_PLUGIN_API_VERSION, "drista", "1", [](PassBuilder &builder) {
			builder.registerOptimizerLastEPCallback(
#if LLVM_VERSION_MAJOR >= 20
				[](ModulePassManager &passes, OptimizationLevel, ThinOrFullLTOPhase)
#else
				[](ModulePassManager &passes, OptimizationLevel)
#endif
				{ passes.addPass(DristaPass()); });
		}};
}
