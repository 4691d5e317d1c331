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
		int status;
		std::unique_ptr<char, decltype(&std::free)> demangled(
			abi::__cxa_demangle(function.str().c_str(), nullptr, nullptr, &status), std::free);
		return text(b, (demangled ? demangled.get() : function.str()) + said.str());
	}

	/* The text's address as an integer; 0 if it is empty. */
	llvm::Value *text(llvm::IRBuilder<> &b, llvm::StringRef text)
	{
		if (text.empty())
			return b.getInt64(0);
		return b.CreatePtrToInt(b.CreateGlobalString(text, "drista_name", 0, &module), b.getInt64Ty());
	}

      private:
	llvm::Module &module;
};

} // namespace drista
