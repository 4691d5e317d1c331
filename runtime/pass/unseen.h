/* Statements whose accesses of memory are not announced, by name. */
#pragma once

#include <string>

namespace llvm
{
class Instruction;
class Module;
} // namespace llvm

namespace drista
{

/*
 * Writes down that the instruction may access memory unannounced. `text`: what it is, in the source's words. drista
 * reads the section (src/compiler/unseen-statements.ts): records, each ended by a zero byte, of text, function and
 * place, separated by tabs.
 */
void recordUnseen(llvm::Instruction &statement, const std::string &text);

/* The same for assembly of the module that is outside of functions. */
void recordUnseen(llvm::Module &module, const std::string &text);

} // namespace drista
