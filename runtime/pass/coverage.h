/* Counters of lines that the compiler inserts for coverage (-fprofile-instr-generate, --coverage). */
#pragma once

namespace llvm
{
class Function;
} // namespace llvm

namespace drista
{

/*
 * Makes accesses to the counters ones that are not announced, and not atomic. ThreadSanitizer's instrumentation leaves
 * out those to one counter. Optimisations merge accesses, such as those of two branches, into one to either counter.
 */
void leaveOutCounters(llvm::Function &function);

} // namespace drista
