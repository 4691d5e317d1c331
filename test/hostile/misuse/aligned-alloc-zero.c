// aligned_alloc with an alignment of 0.
// hostile: long
// drista: error misuse at WRONG
// hostile: once
#include <stdlib.h>

int main(void)
{
	free(aligned_alloc(0, 48)); // WRONG
	return 0;
}
