// An atomic exchange through a pointer to nothing, at an odd address: the program crashes, whatever the alignment.
// drista: error crash at WRONG
// drista: never says not supported
// hostile: once
#include <stdatomic.h>

static atomic_int *volatile p = (atomic_int *)0x7;

int main(void)
{
	return atomic_exchange(p, 1); // WRONG
}
