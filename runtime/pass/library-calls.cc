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

bool isHarmless(StringRef name)
{
	static const char *const prefixes[] = {
		"pthread_", "sem_", "drista_", "__drista_", "__tsan_", "__cxa_", "mtx_", "cnd_", "thrd_", "__clang_call_",
		"_ZNSt6thread", "_ZNSt18condition_variable"};
	static const char *const names[] = {"malloc", "calloc", "free", "abort", "exit", "_exit", "__assert_fail",
		"sched_yield", "usleep", "sleep", "isatty", "_Znwm", "_Znam", "_ZdlPv", "_ZdlPvm", "_ZdaPv",
		"__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc", "__errno_location",
		"reach_error", "__VERIFIER_assume", "__VERIFIER_assert", "__VERIFIER_error"};
	// isalpha_l and so on look up a table of their locale.
	StringRef inLocale = name.substr(0, 2) == "__" ? name.substr(2) : name;
	if (inLocale.size() >= 7 && inLocale.substr(inLocale.size() - 2) == "_l" &&
		(inLocale.substr(0, 2) == "is" || inLocale == "tolower_l" || inLocale == "toupper_l"))
		return true;
	for (const char *prefix : prefixes)
		if (name.substr(0, StringRef(prefix).size()) == prefix)
			return true;
	for (const char *one : names)
		if (name == one)
			return true;
	return false;
}

} // namespace drista
