// A function that the assembly outside of functions defines, without saying that it is one.
// drista: verified
// drista: says no errors found
// drista: says outside of functions
// drista: never says verified
#include <pthread.h>

int shared;
void increment(void);
__asm__(".text\n.globl increment\nincrement: incl shared(%rip)\n ret\n");

static void *body(void *unused)
{
	increment();
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, body, 0);
	shared = 2;
	pthread_join(t, 0);
	return 0;
}
