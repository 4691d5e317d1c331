// Main is cancelled while it waits: the end of the last thread runs the handlers.
// drista: error assertion at WRONG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <semaphore.h>
static pthread_t of_main;
static sem_t never;
static void handler(void)
{
	assert(0); // WRONG
}
static void *cancels(void *unused)
{
	pthread_cancel(of_main);
	return unused;
}
int main(void)
{
	pthread_t t;
	of_main = pthread_self();
	atexit(handler);
	pthread_create(&t, NULL, cancels, NULL);
	sem_wait(&never);
	return 0;
}
