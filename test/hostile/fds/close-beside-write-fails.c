// A write to a file that another thread closes need not fail.
// drista: error assertion
// hostile: long
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int file;

static void *closes(void *unused)
{
	close(file);
	return unused;
}

int main(void)
{
	pthread_t thread;
	file = open("beside.txt", O_CREAT | O_WRONLY, 0600);
	pthread_create(&thread, NULL, closes, NULL);
	assert(write(file, "x", 1) == -1);
	pthread_join(thread, NULL);
}
