// The program sees a variable that the caller has set.
// drista: error assertion at WRONG
// drista: environment HOSTILE_MARK=1
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	assert(!getenv("HOSTILE_MARK")); // WRONG
}
