// Two threads at a time on one stack.
// hostile: long
// drista: error misuse
// drista: says stack
#include <pthread.h>

#define SIZE (64 << 10)
static _Alignas(4096) char stack[SIZE];

static void *run(void *unused) { return unused; }

int main(void)
{
	pthread_t t[2];
	pthread_attr_t attr;
	pthread_attr_init(&attr);
	pthread_attr_setstack(&attr, stack, SIZE);
	pthread_create(&t[0], &attr, run, NULL);
	pthread_create(&t[1], &attr, run, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
}
