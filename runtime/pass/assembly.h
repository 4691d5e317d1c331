/* Inline assembly by which threads synchronise, as atomics. */
#pragma once

namespace llvm
{
class Function;
} // namespace llvm

namespace drista
{

/*
 * Replaces inline assembly that certainly is one read-modify-write of memory (xchg; lock xadd, cmpxchg, inc, dec, add,
 * sub, or, and, xor; with what it says about the result) or a full barrier by a seq_cst atomic, which it is on x86-64
 * (Sewell et al., x86-TSO, CACM 2010). Barriers for the compiler and hints to the processor stay as they are. Before
 * any other assembly that may access memory, a call tells the runtime that something will not be seen.
 */
void replaceAssembly(llvm::Function &function);

} // namespace drista
