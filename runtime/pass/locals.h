/* Local variables whose address nobody takes go to registers, at -O0 too. */
#pragma once

namespace llvm
{
class AllocaInst;
class Function;
} // namespace llvm

namespace drista
{

/*
 * No other thread can know such a variable, so that no access which could be shared goes away. Debug records go on to
 * name it. What is left of a variable on the stack is then no part of the thread's state, unless it is used again.
 */
void promoteLocals(llvm::Function &function);

/* Is the variable never read? After promoteLocals, one that holds a parameter of the function: it is there for
 * debuggers. */
bool isOnlyWritten(const llvm::AllocaInst &local);

} // namespace drista
