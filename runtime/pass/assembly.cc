#include "assembly.h"
#include "assembly-text.h"
#include "unseen.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <map>
#include <vector>

using namespace llvm;

namespace drista {
namespace {

/* An operand of the statement. */
struct Operand {
	bool output, memory; /* memory: `value` is its address */
	int tied; /* of an input: the output in whose register it is; -1: none */
	std::string code; /* of the constraint */
	Value *value; /* NULL: an output that has none yet */
	Type *type; /* of the value, of a direct output */
};

/* The statement as a read-modify-write. */
class Statement {
public:
	explicit Statement(CallInst &call) : call(call), b(&call)
	{
		auto *assembly = cast<InlineAsm>(call.getCalledOperand());
		auto *results = dyn_cast<StructType>(call.getType());
		unsigned argument = 0, result = 0;
		for (const InlineAsm::ConstraintInfo &c : assembly->ParseConstraints()) {
			if (c.Type == InlineAsm::isClobber)
				continue;
			Operand o{c.Type == InlineAsm::isOutput, c.isIndirect, -1, c.Codes.empty() ? "" : c.Codes[0], nullptr, nullptr};
			if (o.output && !c.isIndirect)
				o.type = results ? results->getElementType(result++) : call.getType();
			else
				o.value = call.getArgOperand(argument++);
			if (!o.output && !o.code.empty() && isdigit((unsigned char)o.code[0]))
				o.tied = atoi(o.code.c_str());
			operands.push_back(o);
		}
		for (const Operand &o : operands)
			if (o.tied >= 0 && o.tied < (int)operands.size() && !operands[o.tied].memory)
				operands[o.tied].value = o.value;
	}

	/* Replaces the statement if it is understood. */
	bool replace(const std::vector<drista::Instruction> &all)
	{
		if (all.empty() || all.size() > 2 || !supports(all[0]) || (all.size() == 2 && !setsFlag(all[1])))
			return false;
		if (!checkResults(all))
			return false;
		perform(all[0]);
		if (all.size() == 2)
			storeFlag(all[1].places[0].number);
		finish();
		return true;
	}

private:
	CallInst &call;
	IRBuilder<> b;
	std::vector<Operand> operands;
	Value *zero = nullptr; /* the zero flag after it */
	Type *type = nullptr; /* of the memory */
	Value *address = nullptr;
	int reg = -1; /* operand that is the register: of xchg and xadd it is written */
	int accumulator = -1; /* operand that is ax after a cmpxchg */

	bool valid(const Place &p) const
	{
		return p.number >= 0 && p.number < (long)operands.size();
	}

	/* The number of bits of a value, as integer; 0: it cannot be one. */
	unsigned bitsOf(Type *t) const
	{
		if (!t || (!t->isIntegerTy() && !t->isPointerTy()))
			return 0;
		return (unsigned)call.getModule()->getDataLayout().getTypeSizeInBits(t);
	}

	/* Finds the memory that the place names. */
	bool memoryOf(const Place &p)
	{
		if (!valid(p))
			return false;
		const Operand &o = operands[p.number];
		bool named = p.kind == Place::Operand && o.memory;
		bool pointed = p.kind == Place::Pointed && !o.memory && o.value && bitsOf(o.value->getType()) == 64;
		if (named || pointed)
			address = o.value;
		return named || pointed;
	}

	bool registerOf(const Place &p)
	{
		if (p.kind != Place::Operand || !valid(p) || operands[p.number].memory || !operands[p.number].value)
			return false;
		reg = (int)p.number;
		return bitsOf(operands[reg].value->getType()) != 0;
	}

	/* The accumulator before a cmpxchg. */
	Value *expected() const
	{
		for (const Operand &o : operands) {
			bool isAx = o.code == "{ax}" || (o.tied >= 0 && operands[o.tied].code == "{ax}");
			if (!o.output && !o.memory && isAx)
				return o.value;
		}
		return nullptr;
	}

	bool supports(const drista::Instruction &i)
	{
		const std::string &n = i.name;
		bool exchange = n == "xchg";
		if (!exchange && !i.locked)
			return false;
		if (n == "inc" || n == "dec") {
			if (i.places.size() != 1 || i.bits == 0 || !memoryOf(i.places[0]))
				return false;
			return setType(i.bits);
		}
		if (i.places.size() != 2)
			return false;
		/* xchg takes its operands in either order. */
		const Place *source = &i.places[0], *target = &i.places[1];
		if (exchange && (source->kind == Place::Pointed || (valid(*source) && operands[source->number].memory)))
			std::swap(source, target);
		if (!memoryOf(*target))
			return false;
		bool isNumber = source->kind == Place::Number;
		if (isNumber ? i.bits == 0 : !registerOf(*source))
			return false;
		unsigned bits = i.bits ? i.bits : bitsOf(operands[reg].value->getType());
		if (!setType(bits) || (!isNumber && bitsOf(operands[reg].value->getType()) != bits))
			return false;
		if (n == "xchg" || n == "xadd")
			return !isNumber && operands[reg].output;
		if (n == "cmpxchg") {
			for (size_t o = 0; o < operands.size(); o++)
				if (operands[o].output && !operands[o].memory && operands[o].code == "{ax}")
					accumulator = (int)o;
			Value *old = expected();
			return !isNumber && old && bitsOf(old->getType()) == bits &&
			       (accumulator < 0 || bitsOf(operands[accumulator].type) == bits);
		}
		if (isNumber)
			number = source->number;
		return n == "add" || n == "sub" || n == "or" || n == "and" || n == "xor";
	}

	long number = 0;

	bool setType(unsigned bits)
	{
		type = b.getIntNTy(bits);
		return bits == 8 || bits == 16 || bits == 32 || bits == 64;
	}

	bool setsFlag(const drista::Instruction &i) const
	{
		if (i.locked || (i.name != "sete" && i.name != "setz") || i.places.size() != 1)
			return false;
		const Place &p = i.places[0];
		return p.kind == Place::Operand && valid(p) && operands[p.number].output &&
		       (operands[p.number].memory || bitsOf(operands[p.number].type) == 8);
	}

	/* Is every register that the statement returns one that it is known what is in it? */
	bool checkResults(const std::vector<drista::Instruction> &all)
	{
		int set = all.size() == 2 ? (int)all[1].places[0].number : -1;
		for (int o = 0; o < (int)operands.size(); o++) {
			const Operand &operand = operands[o];
			if (!operand.output || operand.memory || o == set || o == reg || o == accumulator)
				continue;
			if (isFlag(operand))
				continue;
			if (!operand.value)
				return false;
		}
		/* The zero flag of xadd says something about the sum, which few ask for; xchg leaves it. */
		bool asks = set >= 0;
		for (const Operand &operand : operands)
			asks |= isFlag(operand);
		return !asks || (all[0].name != "xchg" && all[0].name != "xadd");
	}

	static bool isFlag(const Operand &o)
	{
		return o.output && (o.code == "{@ccz}" || o.code == "{@cce}");
	}

	Value *asInteger(Value *v)
	{
		return v->getType()->isPointerTy() ? b.CreatePtrToInt(v, type) : v;
	}

	void perform(const drista::Instruction &i)
	{
		Type *pointer = PointerType::getUnqual(type);
		bool typed = address->getType()->isPointerTy();
		Value *at = typed ? b.CreateBitCast(address, pointer) : b.CreateIntToPtr(address, pointer);
		Align align(type->getIntegerBitWidth() / 8);
		AtomicOrdering order = AtomicOrdering::SequentiallyConsistent;
		Value *operand = reg >= 0 ? asInteger(operands[reg].value) : ConstantInt::get(type, (uint64_t)number, true);
		if (i.name == "cmpxchg") {
			Value *both = b.CreateAtomicCmpXchg(at, asInteger(expected()), operand, align, order, order);
			if (accumulator >= 0)
				operands[accumulator].value = b.CreateExtractValue(both, 0);
			zero = b.CreateExtractValue(both, 1);
			return;
		}
		if (i.name == "inc" || i.name == "dec")
			operand = ConstantInt::get(type, 1);
		static const std::map<std::string, AtomicRMWInst::BinOp> operations = {{"xchg", AtomicRMWInst::Xchg},
			{"xadd", AtomicRMWInst::Add}, {"inc", AtomicRMWInst::Add}, {"add", AtomicRMWInst::Add},
			{"dec", AtomicRMWInst::Sub}, {"sub", AtomicRMWInst::Sub}, {"or", AtomicRMWInst::Or},
			{"and", AtomicRMWInst::And}, {"xor", AtomicRMWInst::Xor}};
		AtomicRMWInst::BinOp operation = operations.at(i.name);
		Value *old = b.CreateAtomicRMW(operation, at, operand, align, order);
		if (i.name == "xchg" || i.name == "xadd") {
			operands[reg].value = old;
			return;
		}
		Value *result = operation == AtomicRMWInst::Add  ? b.CreateAdd(old, operand)
				: operation == AtomicRMWInst::Sub ? b.CreateSub(old, operand)
				: operation == AtomicRMWInst::Or  ? b.CreateOr(old, operand)
				: operation == AtomicRMWInst::And ? b.CreateAnd(old, operand)
								  : b.CreateXor(old, operand);
		zero = b.CreateICmpEQ(result, ConstantInt::get(type, 0));
	}

	void storeFlag(long operand)
	{
		Operand &o = operands[operand];
		Value *flag = b.CreateZExt(zero, b.getInt8Ty());
		if (o.memory)
			b.CreateStore(flag, b.CreateBitCast(o.value, PointerType::getUnqual(b.getInt8Ty())));
		else
			o.value = flag;
	}

	Value *converted(Value *v, Type *to)
	{
		if (!to->isPointerTy())
			return b.CreatePtrToInt(v, to);
		return v->getType()->isPointerTy() ? b.CreateBitCast(v, to) : b.CreateIntToPtr(v, to);
	}

	/* Puts the results in the place of the statement's. */
	void finish()
	{
		Value *all = call.getType()->isStructTy() ? UndefValue::get(call.getType()) : nullptr;
		unsigned at = 0;
		for (Operand &o : operands) {
			if (!o.output || o.memory)
				continue;
			Value *v = isFlag(o) ? b.CreateZExt(zero, o.type) : o.value;
			if (v->getType() != o.type)
				v = converted(v, o.type);
			all = call.getType()->isStructTy() ? b.CreateInsertValue(all, v, at++) : v;
		}
		if (all)
			call.replaceAllUsesWith(all);
		call.eraseFromParent();
	}
};

/* The text as in the source; operands in memory in parentheses, as assembly for x86-64 writes addresses. */
std::string textOf(const InlineAsm &assembly)
{
	std::vector<bool> inMemory;
	for (const InlineAsm::ConstraintInfo &c : assembly.ParseConstraints())
		if (c.Type != InlineAsm::isClobber)
			inMemory.push_back(c.isIndirect);
	const std::string text(assembly.getAsmString()); /* another type in later versions of LLVM */
	std::string shown;
	for (size_t i = 0; i < text.size(); i++) {
		if (text[i] != '$' || i + 1 == text.size()) {
			shown += text[i];
		} else if (text[i + 1] == '$') {
			shown += text[++i];
		} else {
			bool braced = text[i + 1] == '{'; /* `${3:k}`: a part of the operand, or another form */
			size_t from = braced ? i + 2 : i + 1, to = from;
			while (to < text.size() && isdigit((unsigned char)text[to]))
				to++;
			std::string number = text.substr(from, to - from), modifier;
			for (; braced && to < text.size() && text[to] != '}'; to++)
				modifier += text[to] == ':' ? "" : std::string(1, text[to]);
			unsigned long n = number.empty() ? inMemory.size() : std::stoul(number);
			std::string operand = "%" + modifier + number;
			shown += n < inMemory.size() && inMemory[n] ? "(" + operand + ")" : operand;
			i = to - (braced ? 0 : 1);
		}
	}
	return shown;
}

} // namespace

void replaceAssembly(Function &function, bool follows)
{
	std::vector<CallInst *> all;
	for (llvm::Instruction &i : instructions(function))
		if (auto *call = dyn_cast<CallBase>(&i); call && call->isInlineAsm()) {
			if (auto *plain = dyn_cast<CallInst>(call))
				all.push_back(plain);
			else
				recordUnseen(i, textOf(*cast<InlineAsm>(call->getCalledOperand())));
		}
	bool isX86 = function.getParent()->getTargetTriple().find("x86_64") != std::string::npos;
	for (CallInst *call : all) {
		const auto &assembly = *cast<InlineAsm>(call->getCalledOperand());
		if (!isX86 || follows || assembly.getDialect() != InlineAsm::AD_ATT) {
			recordUnseen(*call, textOf(assembly));
			continue;
		}
		std::vector<drista::Instruction> parsed = instructionsOf(std::string(assembly.getAsmString()));
		bool hints = true, fences = call->getType()->isVoidTy();
		for (const drista::Instruction &i : parsed) {
			hints &= isHint(i) || isBreakpoint(i);
			fences &= isFence(i) || isHint(i);
		}
		if (hints)
			continue;
		if (fences) {
			IRBuilder<>(call).CreateFence(AtomicOrdering::SequentiallyConsistent);
			call->eraseFromParent();
			continue;
		}
		if (!Statement(*call).replace(parsed))
			recordUnseen(*call, textOf(assembly));
	}
}

void recordAssemblyOf(Module &module)
{
	if (!module.getModuleInlineAsm().empty())
		recordUnseen(module, module.getModuleInlineAsm());
}

} // namespace drista
