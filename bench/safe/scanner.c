/* One thread hands out parts of a text, two others look for a pattern in them. */
#include "common.h"

#include <string.h>

#define WAITING 2
#define LARGE 16384

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int used;
static char text[LARGE];

static void *hand_out(void *me)
{
	for (;;) {
		pthread_mutex_lock(&lock);
		while (used == WAITING)
			pthread_cond_wait(&emptied, &lock);
		used++;
		pthread_cond_signal(&filled);
		pthread_mutex_unlock(&lock);
	}
	return me;
}

static void *scan(void *me)
{
	int found = 0;
	for (;;) {
		pthread_mutex_lock(&lock);
		while (used == 0)
			pthread_cond_wait(&filled, &lock);
		used--;
		pthread_cond_signal(&emptied);
		pthread_mutex_unlock(&lock);
		if (COUNTING)
			for (int at = 0; at + 6 < LARGE; at++)
				found |= memcmp(text + at, "needle", 6) == 0;
		if (found)
			abort();
		COUNT((intptr_t)me);
	}
	return NULL;
}

int main(void)
{
	memset(text, 'n', COUNTING ? LARGE : 1);
	start_thread(hand_out, 0);
	start_thread(scan, 1);
	start_thread(scan, 2);
	return finish();
}
