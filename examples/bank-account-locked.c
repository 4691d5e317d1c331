/*
 * The bank account of bank-account.c, with a lock around each payment.
 *
 * drista: verified
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int balance = 100;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *deposit(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&mutex);
	balance += 50;
	pthread_mutex_unlock(&mutex);
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
