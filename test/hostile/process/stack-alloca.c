// alloca of 70 MiB, of which only the far end is touched.
// drista: error crash
// drista: says stack overflow
#include <alloca.h>
#include <pthread.h>

volatile unsigned long much = 70ul << 20;

static void *run(void *unused)
{
	volatile char *big = alloca(much);
	big[0] = 1;
	return unused;
}

int main(void)
{
	pthread_t t[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, run, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
}
