// Each activation of a recursive function has a mutex of its own, at places that earlier ones have left behind.
// drista: verified
// hostile: once
#include <pthread.h>
#include <setjmp.h>

static jmp_buf out;

static void down(int n)
{
	pthread_mutex_t m;
	pthread_mutex_init(&m, NULL);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	if (n)
		down(n - 1);
	else
		longjmp(out, 1);
}

int main(void)
{
	for (volatile int i = 0; i < 3; i++)
		if (!setjmp(out))
			down(i);
	return 0;
}
