// A thread makes a descriptor stand for another file while another one writes: the first file may have got the bytes.
// drista: error assertion
// hostile: long
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static int first, second;

static void *writes(void *unused)
{
	write(first, "x", 1);
	return unused;
}

int main(void)
{
	pthread_t thread;
	struct stat s;
	first = open("first.txt", O_CREAT | O_TRUNC | O_WRONLY, 0600);
	second = open("second.txt", O_CREAT | O_TRUNC | O_WRONLY, 0600);
	pthread_create(&thread, NULL, writes, NULL);
	dup2(second, first);
	pthread_join(thread, NULL);
	stat("first.txt", &s);
	assert(s.st_size == 0);
}
