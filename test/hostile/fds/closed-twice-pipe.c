// A thread closes the end of a pipe twice: the second time it may be one that another thread has made since (SIGPIPE).
// drista: error crash
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int first[2];

static void *closes(void *unused)
{
	close(first[0]);
	close(first[0]);
	return unused;
}

int main(void)
{
	pthread_t thread;
	int second[2];
	pipe(first);
	pthread_create(&thread, NULL, closes, NULL);
	pipe(second);
	assert(write(second[1], "x", 1) == 1);
	pthread_join(thread, NULL);
}
