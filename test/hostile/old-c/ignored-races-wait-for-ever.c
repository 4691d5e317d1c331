// A thread waits for a plain flag that nobody sets.
// drista: error livelock
// drista: options --races ignore --run-limit 2
#include <pthread.h>

int flag, other;

void *wait_for(void *unused)
{
	while (flag == 0)
		;
	return unused;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, wait_for, NULL);
	other = 1;
	if (other == 2)
		flag = 1;
	else
		flag = 0;
	pthread_join(a, NULL);
	return 0;
}
