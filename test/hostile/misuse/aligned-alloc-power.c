// aligned_alloc with an alignment that is no power of two.
// drista: error misuse at WRONG
// hostile: once
#include <stdlib.h>

int main(void)
{
	free(aligned_alloc(24, 48)); // WRONG
	return 0;
}
