/* Two threads do the same without any order: CALL. */
#include <pthread.h>
static void *calls(void *unused)
{
	CALL;
	return unused;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, calls, 0);
	pthread_create(&b, 0, calls, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
