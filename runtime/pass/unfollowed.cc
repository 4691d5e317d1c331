#include "unfollowed.h"
#include "announce.h"
#include "symbolic-calls.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace drista {
namespace {

StringRef reasonOf(const Function &function)
{
	if (function.callsFunctionThatReturnsTwice())
		return " (it calls setjmp or the like: handle inputs in other functions)";
	if (isUnusual(function))
		return " (its control flow is unusual: handle inputs in other functions)";
	return " (it is not instrumented)";
}

/* Where it can be said that the function goes on: at its beginning, and after each call. */
std::vector<Instruction *> beginnings(Function &function)
{
	std::vector<Instruction *> places = {&*function.getEntryBlock().getFirstInsertionPt()};
	for (Instruction &i : instructions(function)) {
		auto *call = dyn_cast<CallInst>(&i);
		if (call && !isa<IntrinsicInst>(call) && !call->isInlineAsm() && !call->isMustTailCall())
			places.push_back(i.getNextNode());
		else if (auto *invoke = dyn_cast<InvokeInst>(&i))
			places.push_back(&*invoke->getNormalDest()->getFirstInsertionPt());
	}
	return places;
}

/* Adds the functions that the initialiser of a table refers to. */
void addFunctions(Constant *table, SetVector<Function *> &functions)
{
	if (auto *function = dyn_cast<Function>(table->stripPointerCasts()))
		functions.insert(function);
	else if (isa<ConstantAggregate>(table) || isa<ConstantExpr>(table))
		for (Value *part : table->operands())
			addFunctions(cast<Constant>(part), functions);
}

/*
 * What the loader calls before main with argc, argv and envp (System V ABI, "Initialization and Termination
 * Functions").
 */
SetVector<Function *> constructorsOf(Module &module)
{
	SetVector<Function *> functions;
	for (GlobalVariable &table : module.globals()) {
		StringRef section = table.getSection();
		bool isTable = table.getName() == "llvm.global_ctors" || section.substr(0, 11) == ".init_array" ||
			       section.substr(0, 14) == ".preinit_array";
		if (isTable && table.hasInitializer())
			addFunctions(table.getInitializer(), functions);
	}
	return functions;
}

} // namespace

void reportUnseen(Function &function)
{
	if (function.hasFnAttribute(Attribute::Naked))
		return;
	SymbolicCalls calls(*function.getParent());
	for (Instruction &i : instructions(function)) {
		auto *call = dyn_cast<CallInst>(&i);
		const Function *callee = call ? call->getCalledFunction() : nullptr;
		if (callee && callee->getName() == "drista_runtime_symbolic")
			call->setCalledFunction(
				function.getParent()->getOrInsertFunction("__drista_symbolic", call->getFunctionType()));
	}
	Value *name = nullptr;
	for (Instruction *place : beginnings(function)) {
		IRBuilder<> b(place);
		name = name ? name : calls.name(b, function.getName(), reasonOf(function));
		calls.call(b, "__drista_symbolic_unseen", false, {name});
	}
}

void announceConstructors(Module &module)
{
	IRBuilder<> b(module.getContext());
	SymbolicCalls calls(module);
	Function *begin = nullptr;
	for (Function *constructor : constructorsOf(module)) {
		if (constructor->arg_size() < 2) // the number of arguments is the same as in main
			continue;
		if (!begin) {
			begin = Function::Create(FunctionType::get(b.getVoidTy(), false), GlobalValue::InternalLinkage,
				"drista_announce_constructors", module);
			b.SetInsertPoint(BasicBlock::Create(module.getContext(), "", begin));
		}
		calls.call(b, "__drista_symbolic_constructor", false, {constructor, calls.name(b, constructor->getName())});
	}
	if (!begin)
		return;
	b.CreateRetVoid();
	appendToGlobalCtors(module, begin, 0);
}

} // namespace drista
