/* Functions of libraries that the pass knows, where it follows symbolic inputs. */
#include "library-calls.h"

using namespace llvm;

namespace drista {

const Model *modelOf(StringRef name)
{
	static const Model models[] = {{"memcmp", DR_MODEL_COMPARE_BYTES, 0, 1, 2}, {"bcmp", DR_MODEL_COMPARE_BYTES, 0, 1, 2},
		{"strcmp", DR_MODEL_COMPARE_TEXTS, 0, 1, -1}, {"strncmp", DR_MODEL_COMPARE_TEXTS, 0, 1, 2},
		{"strlen", DR_MODEL_LENGTH, 0, -1, -1}, {"strnlen", DR_MODEL_LENGTH, 0, -1, 1},
		{"strcpy", DR_MODEL_COPY_TEXT, 0, 1, -1},
		{"stpcpy", DR_MODEL_COPY_TEXT, 0, 1, -1}, {"strncpy", DR_MODEL_COPY_TEXT_PART, 0, 1, 2},
		{"strtod", DR_MODEL_FLOAT, 0, 1, -1}, {"strtof", DR_MODEL_FLOAT, 0, 1, -1},
		{"strtold", DR_MODEL_FLOAT, 0, 1, -1}, {"atof", DR_MODEL_FLOAT, 0, -1, -1}};
	for (const Model &one : models)
		if (name == one.name)
			return &one;
	return nullptr;
}

} // namespace drista
