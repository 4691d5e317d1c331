// Threads that open, use and close files of their own do not disturb each other.
// drista: verified
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void *works(void *name)
{
	int file = open(name, O_CREAT | O_WRONLY, 0600), ends[2];
	assert(write(file, "x", 1) == 1);
	assert(close(file) == 0);
	pipe(ends);
	assert(write(ends[1], "x", 1) == 1);
	assert(close(ends[0]) == 0 && close(ends[1]) == 0);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, works, "a.txt");
	works("b.txt");
	pthread_join(thread, NULL);
}
