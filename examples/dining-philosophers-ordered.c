/*
 * Dining philosophers who do not deadlock: everybody takes the fork with the lower number first, so somebody always
 * has both. Compare dining-philosophers.c.
 *
 * drista: verified
 */
#include <pthread.h>
#include <stddef.h>

#define SEATS 3

static pthread_mutex_t fork_at[SEATS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
	PTHREAD_MUTEX_INITIALIZER};

static void *philosopher(void *argument)
{
	int left = *(int *)argument, right = (left + 1) % SEATS;
	int first = left < right ? left : right, second = left < right ? right : left;
	pthread_mutex_lock(&fork_at[first]);
	pthread_mutex_lock(&fork_at[second]);
	pthread_mutex_unlock(&fork_at[second]);
	pthread_mutex_unlock(&fork_at[first]);
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
