/* The text of inline assembly for x86-64 (AT&T syntax) as instructions, as far as threads synchronise by them. */
#pragma once

#include <string>
#include <vector>

namespace drista
{

/* An operand of an instruction. */
struct Place {
	enum Kind {
		Operand, /* `$n`, an operand of the statement */
		Pointed, /* `($n)`: the memory that operand n points to */
		Number, /* `$$n` */
		Other,
	} kind;
	long number; /* n */
};

struct Instruction {
	bool locked;
	std::string name; /* without the suffix of its size */
	unsigned bits; /* as the suffix says; 0: there is none */
	std::vector<Place> places;
};

/* The instructions of the text. */
std::vector<Instruction> instructionsOf(const std::string &text);

/* Is it a full barrier: mfence, or a locked instruction that changes nothing on the stack? */
bool isFence(const Instruction &i);
/* Has it no effect on memory, and no result: pause, nop, and barriers that order nothing that is ordinary memory? */
bool isHint(const Instruction &i);
/* Is it a breakpoint, which changes no memory, and raises SIGTRAP, which the runtime reports as a crash? */
bool isBreakpoint(const Instruction &i);

} // namespace drista
