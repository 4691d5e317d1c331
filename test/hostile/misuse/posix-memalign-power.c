// posix_memalign with an alignment that is a multiple of sizeof(void *), but no power of two.
// hostile: long
// drista: error misuse at WRONG
// hostile: once
#include <stdlib.h>

int main(void)
{
	void *p;
	return posix_memalign(&p, 24, 48); // WRONG
}
