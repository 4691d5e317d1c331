// Standard input is a file, which can be mapped.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:4
// hostile: once
// drista: says unsigned char stdin[] = { 0x45, 0x4c, 0x46, 0x00 };
#include <assert.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>

int main(void)
{
	struct stat s;
	assert(fstat(0, &s) == 0 && s.st_size == 4);
	char *at = mmap(NULL, s.st_size, PROT_READ, MAP_PRIVATE, 0, 0);
	assert(at != MAP_FAILED);
	assert(at[0] != 'E' || at[1] != 'L' || at[2] != 'F'); // WRONG
	return 0;
}
