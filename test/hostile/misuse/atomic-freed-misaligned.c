// An atomic fetch-and-add through a misaligned pointer into memory that was freed.
// drista: error memory at WRONG
// drista: says freed
// hostile: once
#include <stdatomic.h>
#include <stdlib.h>

int main(void)
{
	char *volatile p = malloc(64);
	free(p);
	atomic_fetch_add((atomic_long *)(p + 3), 1); // WRONG
	return 0;
}
