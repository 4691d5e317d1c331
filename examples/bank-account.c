/*
 * A bank account that two threads pay into without a lock: a data race, and a payment may get lost.
 *
 * drista: error data-race
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int balance = 100;

static void *deposit(void *unused)
{
	(void)unused;
	balance += 50;
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, deposit, NULL);
	pthread_create(&b, NULL, deposit, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(balance == 200);
	return 0;
}
