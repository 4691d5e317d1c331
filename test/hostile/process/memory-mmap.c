// A program that takes memory without end: inconclusive, not its crash.
// drista: inconclusive
// drista: options --memory-limit 300M
// drista: says --memory-limit
#include <string.h>
#include <sys/mman.h>

int main(void)
{
	for (;;) {
		char *p = mmap(0, 1 << 24, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (p == MAP_FAILED)
			return 1;
		memset(p, 1, 1 << 24);
	}
}
