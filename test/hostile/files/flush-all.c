// A thread flushes all streams while main looks at the file of one.
// hostile: long
// drista: error assertion at WRONG
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void *flush(void *arg)
{
	fflush(NULL);
	return arg;
}
int main(void)
{
	pthread_t t;
	char c;
	FILE *file = fopen("data", "w");
	int fd = open("data", O_RDONLY);
	fputs("ab", file);
	pthread_create(&t, 0, flush, 0);
	ssize_t n = pread(fd, &c, 1, 0);
	pthread_join(t, 0);
	assert(n == 0); // WRONG
	return 0;
}
