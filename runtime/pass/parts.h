/* Which values have expressions: integers, pointers, and aggregates of them, a part each (symbolic.h). */
#pragma once

#include "llvm/IR/DataLayout.h"

#include <vector>

namespace drista
{

/* The width of the expressions of values of the type; 0: they have none. */
unsigned bitsOf(const llvm::Type *type);
/* Has a value of the type an expression? */
bool isTracked(const llvm::Type *type);
/* Does it fill its bytes in memory, too? */
bool isWhole(const llvm::Type *type);

/* A value in an aggregate: in the order of the source, and where it lies in memory. */
struct Part {
	llvm::Type *type;
	uint64_t offset;
};

/* The parts of an aggregate; none if something in it has no expression, or it has more than 16. */
std::vector<Part> partsOf(llvm::Type *type, const llvm::DataLayout &layout);
/* How many values that are no aggregates are in the type. */
unsigned countParts(const llvm::Type *type);
/* The first of those to which the indices lead. */
unsigned partAt(llvm::Type *type, llvm::ArrayRef<unsigned> indices);

} // namespace drista
