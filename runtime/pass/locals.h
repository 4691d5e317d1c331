/* Moves local variables whose address is not taken to registers, at -O0 too. */
#pragma once

namespace llvm
{
class Function;
}

namespace drista
{

/*
 * No other thread can access such a variable, so no access to shared data is removed. Debug records still describe it.
 * Dead contents of the variable's stack slot are then no part of the thread's state.
 */
void promoteLocals(llvm::Function &function);

} // namespace drista
