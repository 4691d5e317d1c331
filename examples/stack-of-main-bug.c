/*
 * main hands its worker a pointer to a local variable and leaves with pthread_exit, so that the worker can go on. But
 * main's stack ends with main: the worker uses memory that may be gone, and be something else by now.
 *
 * drista: error data-race
 */
#include <pthread.h>
#include <stdio.h>

struct job {
	int from, to, sum;
};

static void *worker(void *argument)
{
	struct job *job = argument;
	for (int i = job->from; i <= job->to; i++)
		job->sum += i;
	return NULL;
}

int main(void)
{
	struct job job = {1, 10, 0}; /* right: static, or malloc and free in the worker, or pthread_join */
	pthread_t thread;
	pthread_create(&thread, NULL, worker, &job);
	pthread_detach(thread);
	pthread_exit(NULL);
}
