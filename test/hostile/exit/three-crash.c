// Built without drista; three threads crash at once.
// drista: error crash
// hostile: built-with plain
#include <pthread.h>
static void *crashes(void *unused)
{
	*(volatile int *)0 = 1;
	return unused;
}
int main(void)
{
	pthread_t t[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], 0, crashes, 0);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	return 0;
}
