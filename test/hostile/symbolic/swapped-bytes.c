// ntohs, a minimum and an absolute value are followed: few inputs for 2^32.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:4 --tune max-inputs=20
// hostile: once
// drista: says unsigned char stdin[] = { 0x01, 0x02, 0xfd, 0xff };
#include <arpa/inet.h>
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

struct packet {
	unsigned short length;
	short offset;
};

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

int main(void)
{
	struct packet p;
	if (read(0, &p, sizeof p) != sizeof p)
		return 1;
	unsigned length = ntohs(p.length);
	if (least(length, 512) == 258 && p.offset < 0)
		assert(abs(p.offset) != 3); // WRONG
	return 0;
}
