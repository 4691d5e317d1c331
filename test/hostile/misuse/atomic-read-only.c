// An atomic store to a constant crashes.
// drista: error crash at WRONG
// hostile: once
#include <stdatomic.h>

static const int constant __attribute__((aligned(4))) = 1;

int main(void)
{
	atomic_int *volatile p = (atomic_int *)&constant;
	atomic_store(p, 2); // WRONG
	return 0;
}
