// localtime looks TZ up in the environment.
// hostile: long
// drista: error data-race
// drista: says environ
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static void *change(void *unused)
{
	setenv("HOSTILE_A", "1", 1);
	return unused;
}

int main(void)
{
	time_t moment = 0;
	pthread_t t;
	pthread_create(&t, NULL, change, NULL);
	localtime(&moment);
	pthread_join(t, NULL);
}
