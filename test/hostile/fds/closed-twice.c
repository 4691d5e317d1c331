// A thread closes a descriptor twice: the second time it may be one that another thread has opened since.
// drista: error assertion
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int first;

static void *closes(void *unused)
{
	close(first);
	close(first);
	return unused;
}

int main(void)
{
	pthread_t thread;
	first = open("first.txt", O_CREAT | O_WRONLY, 0600);
	pthread_create(&thread, NULL, closes, NULL);
	int second = open("second.txt", O_CREAT | O_WRONLY, 0600);
	assert(write(second, "x", 1) == 1);
	pthread_join(thread, NULL);
}
