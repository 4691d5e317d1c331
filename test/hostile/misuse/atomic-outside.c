// A compare-exchange of 16 bytes reaches beyond the block.
// hostile: long
// drista: error memory at WRONG
// drista: build -mcx16
// hostile: once
#include <stdlib.h>

int main(void)
{
	__int128 *p = malloc(8);
	__int128 expected = 0;
	__atomic_compare_exchange_n(p, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); // WRONG
	return 0;
}
