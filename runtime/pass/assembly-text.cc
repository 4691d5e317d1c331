#include "assembly-text.h"

#include <cctype>
#include <cstdlib>

namespace drista {
namespace {

std::string trimmed(const std::string &text)
{
	size_t from = text.find_first_not_of(" \t"), to = text.find_last_not_of(" \t");
	return from == std::string::npos ? "" : text.substr(from, to - from + 1);
}

/* The parts between separators, trimmed; commas in parentheses separate nothing. */
std::vector<std::string> parts(const std::string &text, const char *separators)
{
	std::vector<std::string> found;
	std::string part;
	int depth = 0;
	for (char c : text + separators[0]) {
		depth += c == '(' ? 1 : c == ')' ? -1 : 0;
		if (depth > 0 || std::string(separators).find(c) == std::string::npos) {
			part += c;
			continue;
		}
		if (!trimmed(part).empty())
			found.push_back(trimmed(part));
		part.clear();
	}
	return found;
}

/* `$3` or `${3}`, also `${3:k}` with the size that the suffix says: the number; -1: it is something else. */
long operandNumber(const std::string &text)
{
	if (text.size() < 2 || text[0] != '$' || text[1] == '$')
		return -1;
	std::string inner = text[1] == '{' && text.back() == '}' ? text.substr(2, text.size() - 3) : text.substr(1);
	if (inner.empty() || !isdigit((unsigned char)inner[0]))
		return -1;
	char *end;
	long number = strtol(inner.c_str(), &end, 10);
	return *end == 0 ? number : -1;
}

Place placeOf(const std::string &text)
{
	if (long n = operandNumber(text); n >= 0)
		return {Place::Operand, n};
	size_t open = text.find('(');
	if (open != std::string::npos && text.back() == ')' && (open == 0 || text.substr(0, open) == "0"))
		if (long n = operandNumber(trimmed(text.substr(open + 1, text.size() - open - 2))); n >= 0)
			return {Place::Pointed, n};
	if (text.size() > 2 && text.substr(0, 2) == "$$") {
		char *end;
		long number = strtol(text.c_str() + 2, &end, 0);
		if (*end == 0)
			return {Place::Number, number};
	}
	return {Place::Other, 0};
}

/* Splits a suffix of size from names that have one. */
void splitSuffix(Instruction &i)
{
	static const char *const sized[] = {"xchg", "xadd", "cmpxchg", "inc", "dec", "add", "sub", "or", "and", "xor"};
	for (const std::string name : sized) {
		if (i.name.size() != name.size() + 1 || i.name.substr(0, name.size()) != name)
			continue;
		switch (i.name.back()) {
		case 'b': i.bits = 8; break;
		case 'w': i.bits = 16; break;
		case 'l': i.bits = 32; break;
		case 'q': i.bits = 64; break;
		default: return;
		}
		i.name = name;
		return;
	}
}

} // namespace

std::vector<Instruction> instructionsOf(const std::string &text)
{
	std::vector<Instruction> found;
	bool locked = false, repeated = false;
	for (const std::string &statement : parts(text, ";\n")) {
		std::string rest = statement;
		for (;;) { /* prefixes may stand before an instruction, or alone */
			size_t end = rest.find_first_of(" \t");
			std::string word = rest.substr(0, end);
			if (word != "lock" && word != "rep")
				break;
			(word == "lock" ? locked : repeated) = true;
			rest = end == std::string::npos ? "" : trimmed(rest.substr(end));
		}
		if (rest.empty())
			continue;
		size_t end = rest.find_first_of(" \t");
		Instruction i{locked, rest.substr(0, end), 0, {}};
		locked = false;
		if (repeated)
			i.name = "rep " + i.name;
		repeated = false;
		if (end != std::string::npos)
			for (const std::string &operand : parts(rest.substr(end), ","))
				i.places.push_back(placeOf(operand));
		splitSuffix(i);
		found.push_back(i);
	}
	if (locked || repeated)
		found.push_back({locked, "", 0, {}});
	return found;
}

bool isFence(const Instruction &i)
{
	if (i.name == "mfence")
		return !i.locked && i.places.empty();
	return i.locked && (i.name == "add" || i.name == "or") && i.places.size() == 2 && i.places[0].kind == Place::Number &&
	       i.places[0].number == 0 && i.places[1].kind == Place::Other;
}

bool isHint(const Instruction &i)
{
	return !i.locked && i.places.empty() &&
	       (i.name == "pause" || i.name == "nop" || i.name == "rep nop" || i.name == "lfence" || i.name == "sfence");
}

bool isBreakpoint(const Instruction &i)
{
	bool number3 = i.places.size() == 1 && i.places[0].kind == Place::Number && i.places[0].number == 3;
	return !i.locked && ((i.name == "int3" && i.places.empty()) || (i.name == "int" && number3));
}

} // namespace drista
