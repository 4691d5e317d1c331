/* Tells the runtime what is live where a thread may wait (runtime/thread-state/liveness.h). */
#pragma once

#include "endless-loops.h"
#include "native-loops.h"
#include "waiting-calls.h"

namespace drista
{

/* Is it code whose control flow or frame is not what its instructions say? No call is added to it. */
bool isUnusual(const llvm::Function &function);

/*
 * Before each instruction that may wait, and at the heads of endless loops: a call of __drista_live with a hash of the
 * place and of the live values, and with the local variables that lie in memory. Functions whose state that cannot
 * describe get no calls: the runtime then takes the bytes of their frames. Copies of loops that run under a schedule
 * only get none. Neither kind is inlined, so that each has a frame of its own.
 */
void announceLiveValues(
	llvm::Function &function, const WaitingCalls &waiting, const NativeLoops &native, const EndlessLoops &endless);

} // namespace drista
