// A thread that waits to read a pipe is not woken when another one closes the descriptor: Linux lets it wait on.
// drista: error livelock
// hostile: matrix
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reads(void *unused)
{
	char byte;
	read(ends[0], &byte, 1);
	return unused;
}

int main(void)
{
	pthread_t thread;
	pipe(ends);
	pthread_create(&thread, NULL, reads, NULL);
	close(ends[0]);
	pthread_join(thread, NULL);
}
