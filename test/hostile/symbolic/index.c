// The index of an array is an input: each index is a path, and one entry is wrong.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
#include <drista.h>

static const int table[8] = {1, 1, 1, 1, 1, 0, 1, 1};

int main(void)
{
	unsigned char x;
	drista_symbolic(&x, 1, "x");
	drista_assert(table[x & 7]); // WRONG
	return 0;
}
