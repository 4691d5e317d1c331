// isalpha_l takes the character itself: each value is a path, and no more than that.
// drista: verified
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says explored with 256 inputs
#include <assert.h>
#include <ctype.h>
#include <drista.h>
#include <locale.h>

int main(void)
{
	unsigned char c;
	locale_t locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	drista_symbolic(&c, sizeof c, "c");
	assert(!isdigit_l(c, locale) == (c < '0' || c > '9'));
	return 0;
}
