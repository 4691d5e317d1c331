/* Inline assembly by which threads synchronise, as atomics. */
#pragma once

namespace llvm
{
class Function;
class Module;
} // namespace llvm

namespace drista
{

/*
 * Replaces inline assembly that certainly is one read-modify-write of memory (xchg; lock xadd, cmpxchg, inc, dec, add,
 * sub, or, and, xor; with what it says about the result) or a full barrier by a seq_cst atomic, which it is on x86-64
 * (Sewell et al., x86-TSO, CACM 2010). Barriers for the compiler, hints to the processor and breakpoints stay as they
 * are. Any other assembly is recorded (recordUnseen). `follows`: inputs are followed, and nothing is replaced, for they
 * are not followed through what would stand there.
 */
void replaceAssembly(llvm::Function &function, bool follows);

/* Records assembly outside of functions. */
void recordAssemblyOf(llvm::Module &module);

} // namespace drista
