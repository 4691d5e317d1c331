// Four bytes of standard input are a number: one of 2^32 is wrong.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:4
// hostile: once
// drista: says unsigned char stdin[] = { 0x67, 0x45, 0x23, 0x01 };
// drista: says explored with 2 inputs
#include <assert.h>
#include <unistd.h>

int main(void)
{
	unsigned number;
	if (read(0, &number, sizeof number) != sizeof number)
		return 1;
	assert(number != 0x1234567); // WRONG
	return 0;
}
