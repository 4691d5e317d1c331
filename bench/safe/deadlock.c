/* Two threads take two locks in opposite orders: by themselves they are stuck soon. */
#include "common.h"

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int inside;

static void *work(void *me)
{
	int first = (int)(intptr_t)me;
	for (;;) {
		pthread_mutex_lock(&locks[first]);
		pthread_mutex_lock(&locks[1 - first]);
		if (inside++)
			abort();
		inside--;
		pthread_mutex_unlock(&locks[1 - first]);
		pthread_mutex_unlock(&locks[first]);
		COUNT(first);
	}
	return NULL;
}

int main(void)
{
	start_thread(work, 0);
	start_thread(work, 1);
	return finish();
}
