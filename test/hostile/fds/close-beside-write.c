// A thread closes a file that another one writes to: the write may come after the close and fails then.
// drista: error assertion
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int file;

static void *writes(void *unused)
{
	assert(write(file, "x", 1) == 1);
	return unused;
}

int main(void)
{
	pthread_t thread;
	file = open("beside.txt", O_CREAT | O_WRONLY, 0600);
	pthread_create(&thread, NULL, writes, NULL);
	close(file);
	pthread_join(thread, NULL);
}
