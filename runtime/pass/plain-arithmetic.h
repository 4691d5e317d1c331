/* Calls of intrinsics and of libc that only compute, as instructions that symbolic inputs are followed through. */
#pragma once

#include "llvm/IR/Function.h"

namespace drista
{

/* Replaces calls of the intrinsics for swapped bytes and bits, numbers of bits, rotation, minimum, maximum, absolute
 * value, and of those that say whether an operation overflows. */
void expandArithmetic(llvm::Function &function);

} // namespace drista
