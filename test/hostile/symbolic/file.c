// The file has the given number of bytes whatever is on disk, by all its names, and can be read at any place.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --symbolic=file:there.dat=8
// hostile: once
// drista: says unsigned char there_dat[] = { 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x6f, 0x6b };
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
	struct stat s;
	char last[2];
	int number = open("./there.dat", O_RDONLY);
	assert(number >= 0 && access("there.dat", R_OK) == 0);
	assert(stat("there.dat", &s) == 0 && s.st_size == 8);
	assert(lseek(number, 6, SEEK_SET) == 6 && read(number, last, 4) == 2);
	FILE *file = fopen("there.dat", "r");
	fseek(file, 6, SEEK_SET);
	int first = fgetc(file), second = fgetc(file);
	assert(first == (unsigned char)last[0]);
	assert(first != 'o' || second != 'k'); // WRONG
	return 0;
}
