// A function that calls setjmp gets a symbolic value from another one: it is told apart nevertheless.
// drista: inconclusive
// drista: build --symbolic
// drista: options --symbolic
// hostile: once
// drista: says what main (it calls setjmp or the like: handle inputs in other functions) does with symbolic inputs at
#include <drista.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;
static int value;

static __attribute__((noinline)) void get(void)
{
	drista_symbolic(&value, sizeof value, "value");
}

int main(void)
{
	if (setjmp(place))
		return 1;
	get();
	if (value == 7)
		abort();
	return 0;
}
