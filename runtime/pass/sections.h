/* Functions that are atomic by their names. */
#pragma once

namespace llvm
{
class Function;
} // namespace llvm

namespace drista
{

/*
 * In the programs of SV-COMP (rules, "Atomic Execution") a function whose name begins with __VERIFIER_atomic_ runs
 * without steps of other threads in between: its body becomes an atomic section (runtime/pthread/section.h).
 */
void makeAtomic(llvm::Function &function);

} // namespace drista
