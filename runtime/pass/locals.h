/* Local variables whose address nobody takes go to registers, at -O0 too. */
#pragma once

namespace llvm
{
class Function;
}

namespace drista
{

/*
 * No other thread can know such a variable, so that no access which could be shared goes away. Debug records go on to
 * name it. What is left of a variable on the stack is then no part of the thread's state, unless it is used again.
 */
void promoteLocals(llvm::Function &function);

} // namespace drista
