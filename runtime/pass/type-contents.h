/* Which bytes of an object of a type hold values: all but padding. */
#pragma once

#include "llvm/IR/DataLayout.h"

#include <vector>

namespace drista
{

/* Bytes of an object from an offset on. */
struct Bytes {
	uint64_t offset, size;
};

/* The bytes of the type in order: of the objects of lambdas without padding, of all others all. */
std::vector<Bytes> contentsOf(llvm::Type &type, const llvm::DataLayout &layout);

} // namespace drista
