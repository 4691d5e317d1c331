/*
 * Weak compare-exchanges (C11 7.17.7.4p4). ThreadSanitizer's instrumentation has one function for both kinds, so the
 * pass says before each weak one that it is, and asks after it whether it has failed spuriously.
 */
#ifndef DRISTA_PASS_WEAK_H
#define DRISTA_PASS_WEAK_H

#include "llvm/IR/Function.h"

namespace drista
{

/* To be called before announceLiveValues. */
void announceWeakExchanges(llvm::Function &function);

} // namespace drista

#endif
