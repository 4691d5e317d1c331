// An atomic load through NULL crashes.
// drista: error crash at WRONG
// drista: once
#include <stdatomic.h>
#include <stddef.h>

static atomic_int *volatile p = NULL;

int main(void)
{
	return atomic_load(p); // WRONG
}
