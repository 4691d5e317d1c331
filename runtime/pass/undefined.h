/* Checks of undefined behaviour, as -fsanitize=signed-integer-overflow asks for. */
#pragma once

namespace llvm
{
class Function;
}

namespace drista
{

/*
 * Where a check fails, a call of the runtime that says what was found takes the place of the trap. clang has one trap
 * for all checks of a kind in an optimised function; here each check has its own, so that an error has its place.
 */
void announceTraps(llvm::Function &function);

} // namespace drista
