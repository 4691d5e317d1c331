// Two threads call gmtime and localtime, whose results are in one object: POSIX lets the calls race.
// drista: error data-race
// drista: says broken_down_time
#include <pthread.h>
#include <time.h>

static void *calls(void *unused)
{
	time_t moment = 5;
	return gmtime(&moment)->tm_year ? unused : NULL;
}

int main(void)
{
	pthread_t thread;
	time_t moment = 7;
	pthread_create(&thread, NULL, calls, NULL);
	localtime(&moment);
	pthread_join(thread, NULL);
}
