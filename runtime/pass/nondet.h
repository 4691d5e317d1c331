/* Calls of __VERIFIER_nondet_int and the like (SV-COMP), where inputs are followed. */
#pragma once

#include "llvm/IR/Function.h"

namespace drista
{

/* Each such call that returns an integer makes a symbolic object of its type instead, and returns what that holds. */
void makeInputs(llvm::Function &function);

} // namespace drista
