// drista: error crash
// drista: says the program crashes: trap
// drista: never says not seen
//
// int3 changes no memory: it is a crash where it is reached, and nothing elsewhere.
#include <pthread.h>

static int x;

static void *f(void *given)
{
	x++;
	return given;
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 5)
		__asm__ volatile("int3");
	pthread_t t;
	pthread_create(&t, 0, f, 0);
	pthread_join(t, 0);
	if (x == 1)
		__asm__ volatile("int $3");
	return 0;
}
