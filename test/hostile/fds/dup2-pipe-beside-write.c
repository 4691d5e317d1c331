// A thread makes a descriptor stand for another pipe, while another one writes to it: either pipe may get the byte.
// hostile: long
// drista: error assertion
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int first[2], second[2];

static void *writes(void *unused)
{
	write(first[1], "x", 1);
	return unused;
}

int main(void)
{
	pthread_t thread;
	char byte;
	pipe(first);
	pipe2(second, O_NONBLOCK);
	pthread_create(&thread, NULL, writes, NULL);
	dup2(second[1], first[1]);
	pthread_join(thread, NULL);
	assert(read(second[0], &byte, 1) == -1);
}
