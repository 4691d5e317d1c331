// The classes of <cctype> contain each other as the C standard says, for all characters and EOF.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
#include <cassert>
#include <cctype>
#include <cstdio>
#include <drista.h>

int main()
{
	unsigned char character;
	drista_symbolic(&character, sizeof character, "c");
	int c = drista_choose(2) ? character : EOF;
	assert(!std::isalpha(c) == !(std::isupper(c) || std::islower(c)));
	assert(!std::isalnum(c) == !(std::isalpha(c) || std::isdigit(c)));
	assert(!std::isgraph(c) == !(std::isalnum(c) || std::ispunct(c)));
	assert(!std::isprint(c) == !(std::isgraph(c) || c == ' '));
	assert(!std::iscntrl(c) || !std::isprint(c));
	assert(!std::isblank(c) || std::isspace(c));
	assert(!std::isxdigit(c) || std::isalnum(c));
	assert(std::tolower(c) == (std::isupper(c) ? c + 32 : c));
	assert(std::toupper(c) == (std::islower(c) ? c - 32 : c));
	return 0;
}
