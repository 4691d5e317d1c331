// A handler of atexit never ends: a single run takes too long, so nothing can be claimed.
// drista: inconclusive
// drista: options --run-limit 1
// drista: says longer than 1 s
#include <stdlib.h>
static void handler(void)
{
	for (volatile int i = 0;; i++) { }
}
int main(void)
{
	atexit(handler);
	return 0;
}
