/* Functions of libraries that the pass knows, where it follows symbolic inputs. */
#pragma once

#include "symbolic/models.h"

#include "llvm/IR/InstrTypes.h"

namespace drista
{

/* A function of libc whose result the runtime follows (runtime/symbolic/models.c). */
struct Model {
	const char *name;
	dr_symbolic_model model;
	/* The places of its arguments among a, b, n of the model; -1: it has none. */
	int a, b, n;
};

/* NULL: there is no model. */
const Model *modelOf(llvm::StringRef name);

} // namespace drista
