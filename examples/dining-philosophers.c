/*
 * Dining philosophers: each takes the fork on the left, then the one on the right. If all take the left one at the
 * same time, all wait for ever.
 *
 * drista: error deadlock
 */
#include <pthread.h>
#include <stddef.h>

#define SEATS 3

static pthread_mutex_t fork_at[SEATS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
	PTHREAD_MUTEX_INITIALIZER};

static void *philosopher(void *argument)
{
	int left = *(int *)argument, right = (left + 1) % SEATS;
	pthread_mutex_lock(&fork_at[left]);
	pthread_mutex_lock(&fork_at[right]);
	pthread_mutex_unlock(&fork_at[right]);
	pthread_mutex_unlock(&fork_at[left]);
	return NULL;
}

int main(void)
{
	pthread_t philosophers[SEATS];
	static int seat[SEATS] = {0, 1, 2};
	for (int i = 0; i < SEATS; i++)
		pthread_create(&philosophers[i], NULL, philosopher, &seat[i]);
	for (int i = 0; i < SEATS; i++)
		pthread_join(philosophers[i], NULL);
	return 0;
}
