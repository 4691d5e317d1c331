/* One thread goes round a loop until another one ends it: BEFORE, then ROUND any number of times, then AFTER. */
#include <assert.h>
#include <pthread.h>
static int flag;
static void *goes_round(void *unused)
{
	BEFORE;
	while (!__atomic_load_n(&flag, __ATOMIC_SEQ_CST))
		ROUND;
	AFTER;
	return unused;
}
static void *ends_it(void *unused)
{
	__atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
	return unused;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, goes_round, 0);
	pthread_create(&b, 0, ends_it, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
