/* Tells the runtime what is live where a thread may wait (runtime/fiber/live-frames.h). */
#pragma once

#include "waiting-calls.h"

namespace drista
{

/* Is it code whose control flow or frame is not what its instructions say? That is left alone. */
bool isUnusual(const llvm::Function &function);

/*
 * Before each instruction that may wait: a call of __drista_live with a hash of the place and of the live values, and
 * with the local variables that lie in memory. The function is not inlined then, so that it has a frame of its own.
 * Functions whose state that cannot describe get no calls: the runtime then takes the bytes of their frames.
 */
void announceLiveValues(llvm::Function &function, const WaitingCalls &waiting);

} // namespace drista
