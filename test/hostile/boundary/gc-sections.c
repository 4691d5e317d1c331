// A program that leaves out unused sections is checked like any: the linker must not take away by what drista knows it.
// drista: error data-race
// drista: build -ffunction-sections -fdata-sections -Wl,--gc-sections
#include <pthread.h>

static int n;

static void *work(void *x)
{
	n++;
	return x;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	n++;
	pthread_join(t, 0);
	return 0;
}
