// A thread copies a file with copy_file_range while another one writes to it.
// hostile: long
// drista: error assertion at WRONG
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/sendfile.h>
#include <unistd.h>
static int from, to;
static void *writer(void *arg)
{
	pwrite(from, "b", 1, 0);
	return arg;
}
int main(void)
{
	pthread_t t;
	char c = 0;
	off_t at = 0;
	from = open("from", O_RDWR | O_CREAT | O_TRUNC, 0600);
	to = open("to", O_RDWR | O_CREAT | O_TRUNC, 0600);
	pwrite(from, "a", 1, 0);
	pthread_create(&t, 0, writer, 0);
	copy_file_range(from, &at, to, 0, 1, 0);
	pthread_join(t, 0);
	pread(to, &c, 1, 0);
	assert(c == 'a'); // WRONG
	return 0;
}
