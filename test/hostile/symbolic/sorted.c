// qsort, with a function of the program, sorts all inputs; bsearch finds what is there.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says (6 executions and 1 blocked,
#include <assert.h>
#include <drista.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	unsigned char left = *(const unsigned char *)a, right = *(const unsigned char *)b;
	return left < right ? -1 : left > right;
}

int main(void)
{
	unsigned char all[3], key;
	drista_symbolic(all, sizeof all, "all");
	drista_assume((all[0] != all[1]) & (all[1] != all[2]) & (all[0] != all[2]));
	key = all[1];
	qsort(all, 3, 1, compare);
	assert((all[0] <= all[1]) & (all[1] <= all[2]));
	unsigned char *found = bsearch(&key, all, 3, 1, compare);
	assert(found && *found == key);
	return 0;
}
