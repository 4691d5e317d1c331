/* Functions with a variable number of arguments, where symbolic inputs are followed (runtime/symbolic/variadic.h). */
#pragma once

#include "llvm/IR/InstrTypes.h"

#include <string>

namespace drista
{

/* The kinds of the call's arguments without names, a letter each; empty if there is none, or one of another kind. */
std::string kindsOf(const llvm::CallBase &call);

/* Does the function alone take its arguments without names, and by va_arg? Then it gives no va_list to another one. */
bool takesByItself(llvm::Function &function);

} // namespace drista
