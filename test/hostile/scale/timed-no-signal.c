// Nobody ever posts: the waits time out for ever, which is no deadlock; with the bound nothing can be claimed.
// drista: inconclusive
// drista: never says deadlock
#include <semaphore.h>
#include <time.h>
int main(void)
{
	sem_t sem;
	struct timespec until = {2000000000, 0};
	volatile int turns = 0;
	sem_init(&sem, 0, 0);
	while (sem_timedwait(&sem, &until) != 0)
		turns++;
	return 0;
}
