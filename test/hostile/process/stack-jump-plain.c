// Built without drista: a frame of 1 GiB, of which only the far end is touched, jumps over every guard page.
// hostile: long
// drista: error crash
// hostile: built-with plain
// drista: says stack overflow
#include <pthread.h>

static void *run(void *unused) { volatile char big[1 << 30]; big[0] = 1; return unused; }

int main(void)
{
	pthread_t t[1];
	for (int i = 0; i < 1; i++)
		pthread_create(&t[i], NULL, run, NULL);
	for (int i = 0; i < 1; i++)
		pthread_join(t[i], NULL);
}
