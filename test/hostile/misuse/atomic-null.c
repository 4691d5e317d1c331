// An atomic load through NULL crashes.
// drista: error crash at WRONG
// hostile: once
#include <stdatomic.h>
#include <stddef.h>

static atomic_int *volatile p = NULL;

int main(void)
{
	return atomic_load(p); // WRONG
}
