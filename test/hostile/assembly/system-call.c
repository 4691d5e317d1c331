// Another interrupt is no breakpoint: it may do anything.
// drista: verified
// drista: says no errors found
// drista: says not seen: the statement `int
#include <pthread.h>

static void *f(void *given)
{
	__asm__ volatile("int $0x80" : : "a"(20) : "memory");
	return given;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, f, 0);
	return pthread_join(t, 0);
}
