/* Functions through which symbolic inputs are not followed, in modules where they are (symbolic.h). */
#pragma once

namespace llvm
{
class Function;
} // namespace llvm

namespace drista
{

/*
 * The function reports, where it begins and after each call, that no claim is made about what it does with inputs, and
 * why. Inputs that it makes itself are made nevertheless.
 */
void reportUnseen(llvm::Function &function);

} // namespace drista
