/** What random programs with symbolic input begin with: types and functions that they use. */
export const common = `#define _GNU_SOURCE
#include <ctype.h>
#include <drista.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

struct pair {
	int8_t first;
	uint16_t second;
};
union word {
	uint32_t all;
	uint8_t bytes[4];
	struct {
		unsigned low : 3, middle : 6;
		int high : 5;
	} fields;
};
static const short table[8] = {3, -1, 4, 1, -5, 9, 2, -6};
static struct pair paired(int a, unsigned char b)
{
	struct pair p = {a - b, a * 3 + b};
	return p;
}
static long sum(int n, ...)
{
	long all = 0;
	va_list list;
	va_start(list, n);
	for (int i = 0; i < n; i++)
		all += va_arg(list, int);
	va_end(list);
	return all;
}
static unsigned __int128 widened(__int128 a, unsigned long b)
{
	return (unsigned __int128)a * b - (a >> 3);
}
static unsigned larger(unsigned a)
{
	return a > 5 ? a - 5 : a * 2;
}
static unsigned turned(unsigned a)
{
	return a << 3 | a >> 29;
}
static unsigned (*const functions[2])(unsigned) = {larger, turned};
`;
