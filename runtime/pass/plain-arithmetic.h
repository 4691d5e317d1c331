/* Calls of intrinsics and of libc that only compute, as instructions that symbolic inputs are followed through. */
#pragma once

#include "llvm/IR/Function.h"

namespace drista
{

/* Replaces calls of ntohl, abs and their kin, and of the intrinsics for swapped bytes, minimum, maximum and absolute
 * value. */
void expandArithmetic(llvm::Function &function);

} // namespace drista
