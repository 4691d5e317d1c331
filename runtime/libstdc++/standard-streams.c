/*
 * std::cout and its like: threads may use them at the same time, though the code for that, which is compiled with the
 * program, writes them as plain memory. What they are set to (a width, say) changes nothing but the output.
 */
#include "memory/plain.h"

/* clang-format off */
#define STREAMS(STREAM) \
	STREAM(_ZSt3cin, 280) STREAM(_ZSt4cout, 272) STREAM(_ZSt4cerr, 272) STREAM(_ZSt4clog, 272) \
	STREAM(_ZSt4wcin, 280) STREAM(_ZSt5wcout, 272) STREAM(_ZSt5wcerr, 272) STREAM(_ZSt5wclog, 272)
/* clang-format on */

/* Weak: NULL in a program in C. */
#define DECLARE(name, size) extern const char name[size] __attribute__((weak));
STREAMS(DECLARE)

int dr_standard_stream(uint64_t address)
{
#define INSIDE(name, size) || address - (uint64_t)name < size
	return address >= 4096 && (0 STREAMS(INSIDE));
}
