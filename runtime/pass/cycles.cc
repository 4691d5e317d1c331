#include "cycles.h"
#include "assembly-text.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <vector>

using namespace llvm;

namespace drista {
namespace {

Value *cyclesBefore(CallInst &call)
{
	IRBuilder<> b(&call);
	FunctionCallee read =
		call.getModule()->getOrInsertFunction("drista_runtime_cycles", FunctionType::get(b.getInt64Ty(), false));
	return b.CreateCall(read);
}

/* The registers that a statement returns, in order, such as `{ax}`; nothing where it has other operands. */
std::vector<std::string> resultsOf(const InlineAsm &assembly)
{
	std::vector<std::string> results;
	for (const InlineAsm::ConstraintInfo &c : assembly.ParseConstraints()) {
		if (c.Type == InlineAsm::isClobber)
			continue;
		if (c.Type != InlineAsm::isOutput || c.isIndirect || c.Codes.empty())
			return {};
		results.push_back(c.Codes[0]);
	}
	return results;
}

/* What the statement does to the counter that it reads: nothing, or it puts both halves into ax. */
enum class Reading { None, Halves, Whole };

/* *fences: the statement is a barrier, too. */
Reading readingOf(const std::string &text, bool *fences)
{
	bool reads = false, shifts = false, joins = false;
	for (const drista::Instruction &i : instructionsOf(text)) {
		const std::string &n = i.name;
		*fences |= isFence(i);
		if (isHint(i) || isFence(i))
			continue;
		if (!reads && (n == "rdtsc" || n == "rdtscp") && i.places.empty())
			reads = true;
		else if (reads && !shifts && (n == "shl" || n == "shlq" || n == "salq") && text.find("$$32") != std::string::npos)
			shifts = true;
		else if (shifts && !joins && n == "or" && text.find("rax") != std::string::npos)
			joins = true;
		else
			return Reading::None;
	}
	return !reads || shifts != joins ? Reading::None : joins ? Reading::Whole : Reading::Halves;
}

/* Replaces a statement that reads the counter and does nothing else. */
void replaceStatement(CallInst &call, const InlineAsm &assembly)
{
	bool fences = false;
	Reading reading = readingOf(std::string(assembly.getAsmString()), &fences);
	std::vector<std::string> results = resultsOf(assembly);
	if (reading == Reading::None || results.empty())
		return;
	auto *types = dyn_cast<StructType>(call.getType());
	for (size_t i = 0; i < results.size(); i++) {
		Type *type = types ? types->getElementType(i) : call.getType();
		bool known = results[i] == "{ax}" || results[i] == "{dx}" || results[i] == "{cx}";
		if (!known || !type->isIntegerTy() || (results[i] == "{dx}" && reading == Reading::Whole))
			return;
	}
	Value *cycles = cyclesBefore(call), *all = types ? UndefValue::get(types) : nullptr;
	IRBuilder<> b(&call);
	if (fences)
		b.CreateFence(AtomicOrdering::SequentiallyConsistent);
	Value *low = reading == Reading::Whole ? cycles : b.CreateAnd(cycles, 0xffffffffu);
	for (size_t i = 0; i < results.size(); i++) {
		Type *type = types ? types->getElementType(i) : call.getType();
		/* cx: the processor, of which there is one. */
		Value *v = results[i] == "{ax}" ? low : results[i] == "{dx}" ? b.CreateLShr(cycles, 32) : b.getInt64(0);
		v = b.CreateZExtOrTrunc(v, type);
		all = types ? b.CreateInsertValue(all, v, (unsigned)i) : v;
	}
	call.replaceAllUsesWith(all);
	call.eraseFromParent();
}

/* Replaces a call of an intrinsic; its result is the counter, with the processor where that is asked for. */
void replaceIntrinsic(CallInst &call)
{
	Value *cycles = cyclesBefore(call);
	if (auto *types = dyn_cast<StructType>(call.getType())) {
		IRBuilder<> b(&call);
		Value *both = b.CreateInsertValue(UndefValue::get(types), cycles, 0);
		cycles = b.CreateInsertValue(both, ConstantInt::get(types->getElementType(1), 0), 1);
	}
	call.replaceAllUsesWith(cycles);
	call.eraseFromParent();
}

bool isIntrinsic(const CallInst &call)
{
	const Function *callee = call.getCalledFunction();
	if (!callee || !callee->isIntrinsic())
		return false;
	StringRef name = callee->getName();
	return name == "llvm.readcyclecounter" || name == "llvm.x86.rdtsc" || name == "llvm.x86.rdtscp";
}

} // namespace

void replaceCycleCounters(Function &function)
{
	std::vector<CallInst *> calls;
	for (llvm::Instruction &i : instructions(function))
		if (auto *call = dyn_cast<CallInst>(&i))
			calls.push_back(call);
	for (CallInst *call : calls) {
		if (auto *assembly = dyn_cast<InlineAsm>(call->getCalledOperand())) {
			if (assembly->getDialect() == InlineAsm::AD_ATT)
				replaceStatement(*call, *assembly);
		} else if (isIntrinsic(*call)) {
			replaceIntrinsic(*call);
		}
	}
}

} // namespace drista
