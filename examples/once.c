/*
 * pthread_once: whoever comes first makes the thing, the others wait until it is there, and all may use it without a
 * lock. Compare double-checked-locking.c.
 *
 * drista: verified
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int made, thing;

static void make(void)
{
	made++;
	thing = 42;
}

static void *user(void *unused)
{
	(void)unused;
	pthread_once(&once, make);
	assert(made == 1 && thing == 42);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, user, NULL);
	pthread_create(&b, NULL, user, NULL);
	user(NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
