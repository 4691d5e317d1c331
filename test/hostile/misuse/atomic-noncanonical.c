// An atomic store through an address that no memory can have.
// hostile: long
// drista: error crash at WRONG
// hostile: once
#include <stdatomic.h>
#include <stdint.h>

static volatile uintptr_t p = 0xdeadbeefdeadbee1u;

int main(void)
{
	atomic_store((atomic_long *)p, 1); // WRONG
	return 0;
}
