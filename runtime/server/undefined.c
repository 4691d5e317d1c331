/* What a failed check of -fsanitize=undefined and the like calls (runtime/pass/undefined.h). */
#include "core/internal.h"

DR_EXPORT _Noreturn void __drista_undefined(uint32_t check);

/* By clang's number of the check (clang's SanitizerHandler). */
static const char *const found[] = {
	[0] = "an addition overflows",
	[1] = "code is reached that __builtin_unreachable excludes",
	[3] = "a division by zero, or one whose result overflows",
	[5] = "a conversion from floating point is out of range",
	[7] = "an implicit conversion changes the value",
	[8] = "a function of the compiler has an argument that it does not allow",
	[10] = "a value is read that its type does not have",
	[11] = "a function ends without a result",
	[12] = "a multiplication overflows",
	[13] = "a negation overflows",
	[18] = "an index is out of bounds",
	[19] = "an addition to a pointer overflows",
	[20] = "a shift by too many bits, or one whose result overflows",
	[21] = "a subtraction overflows",
	[22] = "a null, misaligned, or too small object is accessed",
	[24] = "an array of variable length has no positive length",
};

void __drista_undefined(uint32_t check)
{
	const char *what = check < sizeof found / sizeof *found ? found[check] : NULL;
	dr_error(DR_CRASH, 0, DR_SITE, "%s (a check of -fsanitize)", what ? what : "undefined behaviour");
}
