// std::cin reads standard input in a static initialiser, before the input is there: no claim is made.
// drista: inconclusive
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:1
// hostile: once
// drista: says before main does with symbolic inputs at
#include <cassert>
#include <iostream>

static const int first = std::cin.get();

int main()
{
	assert(first != 'x');
}
