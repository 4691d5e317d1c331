// Of a program with the runtime inside: the user's own LD_PRELOAD and LD_LIBRARY_PATH do what they always do, and the
// program sees them as they were set.
// drista: verified
// drista: options --tune isolation=rollback
// drista: environment LD_LIBRARY_PATH=/hostile
// drista: environment LD_BIND_NOW=x
// drista: environment LD_PRELOAD=libm.so.6
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	assert(!strcmp(getenv("LD_LIBRARY_PATH"), "/hostile"));
	assert(!strcmp(getenv("LD_PRELOAD"), "libm.so.6"));
	assert(!strcmp(getenv("LD_BIND_NOW"), "x"));
}
