// Structures are passed and returned by value: in registers, by a pointer, and as copies in memory.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says explored with 3 inputs
#include <drista.h>
#include <stdint.h>

struct small {
	uint8_t a, b, c;
};
struct middle {
	int32_t a, b, c;
};
struct large {
	int32_t a, b, c[6];
};

__attribute__((noinline)) static struct small small(uint16_t x)
{
	return (struct small){x, x >> 8, 7};
}

__attribute__((noinline)) static struct middle middle(int32_t x)
{
	return (struct middle){x, x ^ 1, x | 3};
}

__attribute__((noinline)) static struct large large(struct large given, int32_t x)
{
	given.c[3] ^= x;
	given.a = x & 5;
	return given;
}

int main(void)
{
	uint32_t x;
	drista_symbolic(&x, sizeof x, "x");
	struct small s = small(x);
	struct middle m = middle(x);
	struct large l = {x, 2, {3, 4, 5, x, 7, 8}}, changed = large(l, 0x1234567);
	drista_assert((s.a | s.b << 8) == (x & 0xffff) && s.c == 7);
	drista_assert(m.a == (int32_t)x && (m.b ^ m.a) == 1 && (m.c & ~m.a & ~3) == 0);
	drista_assert(l.c[3] == (int32_t)x && changed.b == 2);
	if (changed.c[3] == 0x1234567)
		drista_assert(x == 0);
	if (changed.a == 5 && m.b == 12344)
		drista_assert(x == 12345);
	return 0;
}
