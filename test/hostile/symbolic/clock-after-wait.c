// How long a thread has waited matters where it, or a thread that it has created, reads its clock.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --model sc
// hostile: once
// drista: says unsigned char seconds[] = { 0x05 };
#include <assert.h>
#include <drista.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static time_t began;

static void *reader(void *unused)
{
	assert(time(0) - began < 5); // WRONG
	return unused;
}

int main(void)
{
	pthread_t t;
	unsigned char seconds;
	drista_symbolic(&seconds, sizeof seconds, "seconds");
	drista_assume(seconds < 6);
	began = time(0);
	sleep(seconds);
	pthread_create(&t, 0, reader, 0);
	pthread_join(t, 0);
	return 0;
}
