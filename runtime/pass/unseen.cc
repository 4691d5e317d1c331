#include "unseen.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace drista {
namespace {

/* On one line, and without what separates fields and records. */
std::string onOneLine(const std::string &text)
{
	std::string line;
	for (char c : text)
		line += c == '\n' ? ';' : c == '\t' || c == '\0' ? ' ' : c;
	return line;
}

void record(Module &module, const std::string &text, StringRef function, const std::string &place)
{
	std::string fields = onOneLine(text) + "\t" + function.str() + "\t" + place;
	Constant *bytes = ConstantDataArray::getString(module.getContext(), fields);
	const char *section = "drista_unseen";
	auto *global =
		new GlobalVariable(module, bytes->getType(), true, GlobalValue::PrivateLinkage, bytes, section);
	global->setSection(section);
	global->setAlignment(Align(1)); // nothing between two records
	appendToUsed(module, {global});
}

} // namespace

void recordUnseen(Instruction &statement, const std::string &text)
{
	const Function &function = *statement.getFunction();
	const DISubprogram *known = function.getSubprogram();
	std::string place;
	if (const DebugLoc &at = statement.getDebugLoc())
		place = cast<DIScope>(at.getScope())->getFilename().str() + ":" + std::to_string(at.getLine());
	record(*statement.getModule(), text, known ? known->getName() : function.getName(), place);
}

void recordUnseen(Module &module, const std::string &text)
{
	record(module, text, "", "");
}

} // namespace drista
