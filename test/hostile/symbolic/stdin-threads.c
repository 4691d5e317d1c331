// Two threads read one byte each: which thread gets which byte depends on the schedule, and the error on both.
// drista: error assertion at WRONG
// drista: build --symbolic
// drista: options --symbolic --symbolic=stdin:2
// hostile: once
// drista: says unsigned char stdin[] = { 0x79, 0x78 };
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static char first, second;

static void *take(void *unused)
{
	if (read(0, &second, 1) != 1)
		second = 0;
	return unused;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, take, NULL);
	assert(read(0, &first, 1) == 1);
	if (first != 'y') {
		pthread_join(thread, NULL);
		return 0;
	}
	pthread_join(thread, NULL);
	assert(second != 'x'); // WRONG
	return 0;
}
