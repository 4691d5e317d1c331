/* The calls of the runtime that the pass inserts for symbolic inputs (runtime/symbolic/). */
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace drista
{

/* Inserts calls where its builder stands. All arguments are integers, pointers too. */
class SymbolicCalls
{
      public:
	explicit SymbolicCalls(llvm::Module &m) : module(m) {}

	llvm::CallInst *call(llvm::IRBuilder<> &b, const char *name, bool answers, std::vector<llvm::Value *> arguments)
	{
		std::vector<llvm::Type *> types;
		for (llvm::Value *&v : arguments) {
			if (v->getType()->isPointerTy())
				v = b.CreatePtrToInt(v, b.getInt64Ty());
			types.push_back(v->getType());
		}
		llvm::Type *result = answers ? b.getInt64Ty() : b.getVoidTy();
		auto callee = module.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
		llvm::CallInst *made = b.CreateCall(callee, arguments);
		made->setDoesNotThrow();
		return made;
	}

	/* The same with any number of arguments, of 64 bits, after the first three. */
	void callWithList(llvm::IRBuilder<> &b, const char *name, std::vector<llvm::Value *> arguments)
	{
		for (llvm::Value *&v : arguments)
			if (v->getType()->isPointerTy())
				v = b.CreatePtrToInt(v, b.getInt64Ty());
		llvm::Type *word = b.getInt64Ty();
		auto callee = module.getOrInsertFunction(
			name, llvm::FunctionType::get(b.getVoidTy(), {word, word, b.getInt32Ty()}, true));
		b.CreateCall(callee, arguments)->setDoesNotThrow();
	}

	/* The address of a function's name, as C++ writes it, and of what is said of the function. */
	llvm::Value *name(llvm::IRBuilder<> &b, llvm::StringRef function, llvm::StringRef said = "")
	{
		return text(b, demangled(function) + said.str());
	}

	/* The address of two texts, one behind the other: the symbol of a function, and its name as C++ writes it. A
	 * function that has no name, since it is called through a pointer, has no symbol either. */
	llvm::Value *names(llvm::IRBuilder<> &b, const llvm::Function *function)
	{
		llvm::StringRef symbol = function ? function->getName() : "";
		if (!symbol.empty() && symbol[0] == '\1') // as it is: __asm__("...")
			symbol = symbol.substr(1);
		std::string shown = function ? demangled(symbol) : "a function that is called through a pointer";
		return text(b, symbol.str() + '\0' + shown);
	}

	/* The text's address as an integer; 0 if it is empty. */
	llvm::Value *text(llvm::IRBuilder<> &b, llvm::StringRef text)
	{
		if (text.empty())
			return b.getInt64(0);
		return b.CreatePtrToInt(b.CreateGlobalString(text, "drista_name", 0, &module), b.getInt64Ty());
	}

      private:
	static std::string demangled(llvm::StringRef symbol)
	{
		int status;
		std::unique_ptr<char, decltype(&std::free)> name(
			abi::__cxa_demangle(symbol.str().c_str(), nullptr, nullptr, &status), std::free);
		return name ? name.get() : symbol.str();
	}

	llvm::Module &module;
};

} // namespace drista
