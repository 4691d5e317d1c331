// atomic_flag_test_and_set through a pointer to freed memory.
// drista: error memory at WRONG
// hostile: once
#include <stdatomic.h>
#include <stdlib.h>

int main(void)
{
	atomic_flag *volatile f = malloc(sizeof *f);
	free(f);
	return atomic_flag_test_and_set(f); // WRONG
}
