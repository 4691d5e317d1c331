/*
 * std::cout and the other standard streams: threads may use them concurrently ([iostream.objects]), though the inline
 * code, compiled with the program, accesses them as plain memory. Their state (a width, for example) affects only the
 * output.
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
