/* Tells the runtime what is live where a thread may wait (runtime/fiber/live-frames.h). */
#pragma once

#include "waiting-calls.h"

namespace drista {

/*
 * Before each instruction that may wait: a call of __drista_live with a hash of the live values, and with the local
 * variables that lie in memory. Functions whose state that does not describe are left alone: the runtime then takes
 * the bytes of their frames.
 */
void announceLiveValues(llvm::Function &function, const WaitingCalls &waiting);

} // namespace drista
