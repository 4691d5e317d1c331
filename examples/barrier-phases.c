/*
 * Two threads work in phases, a barrier after each: in a phase each reads what the other wrote in the phase before. Two
 * arrays take turns, so that nobody writes what is being read.
 *
 * drista: verified
 */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define PHASES 3

static pthread_barrier_t barrier;
static int cell[2][2];

static void *worker(void *argument)
{
	int self = *(int *)argument;
	for (int phase = 0; phase < PHASES; phase++) {
		cell[(phase + 1) % 2][self] = cell[phase % 2][1 - self] + 1;
		pthread_barrier_wait(&barrier);
	}
	assert(cell[PHASES % 2][0] == PHASES && cell[PHASES % 2][1] == PHASES);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	static int number[2] = {0, 1};
	pthread_barrier_init(&barrier, NULL, 2);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, worker, &number[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&barrier);
	return 0;
}
