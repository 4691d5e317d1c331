// An atomic struct of 24 bytes, which drista could not check, is not there at all: the program crashes.
// drista: error crash at WRONG
// drista: never says not supported
// hostile: once
#include <stdatomic.h>
#include <stddef.h>

struct three { long a, b, c; };
static _Atomic(struct three) *volatile p = NULL;

int main(void)
{
	struct three t = atomic_load(p); // WRONG
	return (int)t.a;
}
