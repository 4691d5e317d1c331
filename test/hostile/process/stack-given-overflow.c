// A frame that is larger than the given stack.
// drista: error crash at WRONG
// drista: says stack overflow
#include <pthread.h>
#include <string.h>

#define SIZE (64 << 10)
static _Alignas(4096) char before[1 << 20], stack[SIZE];
char *volatile other = before;

static void *run(void *unused) { char big[100 << 10]; memset(big, 1, sizeof big); return unused; } // WRONG

int main(void)
{
	pthread_t t;
	pthread_attr_t attr;
	pthread_attr_init(&attr);
	pthread_attr_setstack(&attr, stack, SIZE);
	pthread_create(&t, &attr, run, NULL);
	pthread_join(t, NULL);
}
