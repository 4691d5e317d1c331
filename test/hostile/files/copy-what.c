// A file is copied while another thread changes it: who reads the copy tells what was copied.
// hostile: long
// drista: error assertion at WRONG
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int from, to;
static void *change(void *arg)
{
	pwrite(from, "b", 1, 0);
	return arg;
}
static void *copy(void *arg)
{
	off_t at = 0, there = 0;
	copy_file_range(from, &at, to, &there, 1, 0);
	return arg;
}
int main(void)
{
	pthread_t a, b;
	char c = 0;
	from = open("from", O_RDWR | O_CREAT | O_TRUNC, 0600);
	to = open("to", O_RDWR | O_CREAT | O_TRUNC, 0600);
	pwrite(from, "a", 1, 0);
	pthread_create(&a, 0, change, 0);
	pthread_create(&b, 0, copy, 0);
	pread(to, &c, 1, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(c != 'b'); // WRONG
	return 0;
}
