// A record of two numbers is read with fread; then standard input is at its end.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:6
// hostile: once
// drista: says unsigned char stdin[] = { 0x36, 0xea, 0x39, 0x4a, 0x4d, 0x00 };
#include <assert.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
	struct {
		uint32_t a;
		uint16_t b;
	} record;
	if (fread(&record, 6, 1, stdin) != 1)
		return 1;
	assert(getchar() == EOF);
	assert(record.a * 3 + record.b != 0xdeadbeef || record.b != 77); // WRONG
	return 0;
}
