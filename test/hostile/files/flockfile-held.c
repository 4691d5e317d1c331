// Main holds a stream's lock while it waits for a thread that writes to the stream.
// drista: error deadlock
#include <pthread.h>
#include <stdio.h>

static void *put(void *unused)
{
	puts("x");
	return unused;
}

int main(void)
{
	pthread_t t;
	flockfile(stdout);
	pthread_create(&t, 0, put, 0);
	pthread_join(t, 0);
	funlockfile(stdout);
	return 0;
}
