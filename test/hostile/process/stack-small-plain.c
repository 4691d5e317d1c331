// Built without drista: a frame of 100 KiB on a stack of 16 KiB (PTHREAD_STACK_MIN) crashes.
// hostile: long
// drista: error crash
// hostile: built-with plain
// drista: says stack overflow
#include <assert.h>
#include <pthread.h>
#include <string.h>

#define FRAME (100 << 10)

static void *run(void *unused) { char big[FRAME]; memset(big, 1, sizeof big); return unused; }

int main(void)
{
	pthread_attr_t attr;
	pthread_t t;
	pthread_attr_init(&attr);
	assert(!pthread_attr_setstacksize(&attr, 16 << 10));
	assert(!pthread_create(&t, &attr, run, NULL));
	pthread_join(t, NULL);
}
