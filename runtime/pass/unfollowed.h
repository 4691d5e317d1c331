/* Functions through which symbolic inputs are not followed, in modules where they are (symbolic.h). */
#pragma once

namespace llvm
{
class Function;
class Module;
} // namespace llvm

namespace drista
{

/*
 * The function reports, where it begins and after each call, that no claim is made about what it does with inputs, and
 * why. Inputs that it makes itself are made nevertheless.
 */
void reportUnseen(llvm::Function &function);

/*
 * Tells the runtime at the program's start which constructors of the module have `argv` as a parameter: they run before
 * the symbolic arguments are made.
 */
void announceConstructors(llvm::Module &module);

} // namespace drista
