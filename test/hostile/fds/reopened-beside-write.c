// A thread closes a file and opens another one, which gets the same number: a late write goes to the wrong file.
// drista: error assertion
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static int first;

static void *reopens(void *unused)
{
	close(first);
	open("second.txt", O_CREAT | O_TRUNC | O_WRONLY, 0600);
	return unused;
}

int main(void)
{
	pthread_t thread;
	struct stat s;
	first = open("first.txt", O_CREAT | O_TRUNC | O_WRONLY, 0600);
	pthread_create(&thread, NULL, reopens, NULL);
	write(first, "x", 1);
	pthread_join(thread, NULL);
	stat("second.txt", &s);
	assert(s.st_size == 0);
}
