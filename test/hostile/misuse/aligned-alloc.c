// aligned_alloc with a size that is no multiple of the alignment: C11 7.22.3.1 forbids it (a "shall" outside a
// constraint: undefined).
// drista: error misuse at WRONG
// hostile: once
#include <stdlib.h>

int main(void)
{
	void *right = aligned_alloc(64, 128);
	void *none = aligned_alloc(32, 0);
	free(right);
	free(none);
	free(aligned_alloc(64, 100)); // WRONG
	return 0;
}
