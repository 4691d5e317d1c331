// Nobody signals; the error comes when the wait has timed out four times, which the bound allows.
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
static sem_t sem;
static void *post(void *unused)
{
	sem_post(&sem);
	return unused;
}
int main(void)
{
	pthread_t thread;
	struct timespec until = {2000000000, 0};
	int turns = 0;
	sem_init(&sem, 0, 0);
	pthread_create(&thread, NULL, post, NULL);
	while (sem_timedwait(&sem, &until) != 0)
		turns++;
	assert(turns < 4); // WRONG
	pthread_join(thread, NULL);
	return 0;
}
