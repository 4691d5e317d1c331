// drista: error data-race
// drista: never says inline assembly
//
// The instruction orders nothing, so it may not be what the race is ordered by.
#include <pthread.h>

static int x;

static void *f(void *given)
{
	__asm__ volatile("rep; nop");
	x = 1;
	return given;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, f, NULL);
	__asm__ volatile("pause");
	x = 2;
	pthread_join(t, NULL);
	return 0;
}
