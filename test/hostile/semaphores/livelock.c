// A loop takes and gives back a semaphore while it waits for a flag that nobody sets.
// drista: error livelock
#include "waits.h"

int main(void)
{
	pthread_t t;
	sem_init(&s, 0, 1);
	pthread_create(&t, NULL, waits, NULL);
	pthread_join(t, NULL);
	return 0;
}
