// Peterson's algorithm with plain variables lets both threads in, where accesses are relaxed.
// drista: error assertion at WRONG
// drista: options --races ignore
#include <assert.h>
#include <pthread.h>

int wants[2], turn, inside;

static void section(int me)
{
	wants[me] = 1;
	turn = 1 - me;
	while (wants[1 - me] && turn == 1 - me)
		;
	inside++;
	assert(inside == 1); // WRONG
	inside--;
	wants[me] = 0;
}

void *first(void *unused)
{
	section(0);
	return unused;
}

void *second(void *unused)
{
	section(1);
	return unused;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
