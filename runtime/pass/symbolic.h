/* Computes beside a function the expressions of the values that depend on symbolic input (runtime/symbolic/). */
#pragma once

namespace llvm
{
class CallBase;
class Function;
class Module;
} // namespace llvm

namespace drista
{

/* The call, of the runtime, has no part in inputs: they are followed as if it were not there. */
void hasNoInputs(llvm::CallBase &call);

/* Was the compiler asked for it (`drista cc --symbolic`)? */
bool isSymbolic();

/*
 * After each instruction whose result may depend on an input, another one computes the name of its expression; 0 while
 * all operands are concrete. Branches report the expression of their condition. What has no expressions (pointers,
 * floating point, vectors, atomics) gets the value itself, and reports that the thread depends on it ("pins" it).
 */
void followInputs(llvm::Function &function);

/* Tells the runtime at the program's start which functions of the module take expressions as arguments. */
void announceFollowed(llvm::Module &module);

} // namespace drista
