// Arguments without names: in registers and on the stack, between numbers of floating point, and passed on as va_list,
// where each value is a path.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says unsigned char x[] = { 0x46, 0x42, 0x0f, 0x00 }; unsigned char y[] = { 0x07 };
#include <assert.h>
#include <drista.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static int64_t sum(int count, ...)
{
	va_list list;
	int64_t all = 0;
	va_start(list, count);
	for (int i = 0; i < count; i++) {
		all += va_arg(list, int);
		all += (int64_t)va_arg(list, double);
		all += va_arg(list, int64_t);
	}
	va_end(list);
	return all;
}

__attribute__((noinline)) static int printed(const char *form, ...)
{
	char text[32];
	va_list list;
	va_start(list, form);
	vsnprintf(text, sizeof text, form, list);
	va_end(list);
	return atoi(text);
}

int main(void)
{
	uint32_t x;
	uint8_t y;
	drista_symbolic(&x, sizeof x, "x");
	drista_symbolic(&y, sizeof y, "y");
	drista_assume(y < 9);
	int64_t all = sum(4, 1, 2.0, (int64_t)3, (int)x, 4.0, (int64_t)5, 6, 7.0, (int64_t)x << 32, (int)x, 8.0, (int64_t)x);
	int64_t own = (int64_t)(int)x;
	assert(all == 36 + 2 * own + x + ((int64_t)x << 32));
	if (x == 1000006)
		assert(printed("%d", y) != 7); // WRONG
	return 0;
}
