// Assembly in what gcc compiles, which its assembler reads from a pipe: the race is not seen, and the verdict says so.
// drista: verified
// drista: says no errors found
// drista: says not seen: the statement `incl (%rax)` in body (increment-pipe.c:
// drista: never says verified
// drista: build --drista-compiler=gcc -O1 -pipe
#include <pthread.h>

static int shared, ready;

static void *body(void *unused)
{
	ready = 1;
	__asm__ volatile("incl (%0)" : : "r"(&shared) : "memory");
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, body, 0);
	shared = 2;
	pthread_join(t, 0);
	return ready - 1;
}
