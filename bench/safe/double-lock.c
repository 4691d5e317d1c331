/* Two threads take two locks, both in the same order, and compute something while they hold them. */
#include "common.h"

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static unsigned shared;

static void *work(void *me)
{
	for (;;) {
		pthread_mutex_lock(&a);
		pthread_mutex_lock(&b);
		unsigned x = shared + 1;
		for (int i = 0; i < (COUNTING ? WORK : 1); i++)
			x = x * 1664525 + 1013904223;
		shared = x & 1;
		pthread_mutex_unlock(&b);
		pthread_mutex_unlock(&a);
		COUNT((intptr_t)me);
	}
	return NULL;
}

int main(void)
{
	start_thread(work, 0);
	start_thread(work, 1);
	return finish();
}
