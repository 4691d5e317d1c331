// As mask.c, where the file is made by fopen.
// drista: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME "mask-stream.data"

static void *set(void *x)
{
	umask(077);
	return x;
}

int main(void)
{
	pthread_t a;
	struct stat s;
	umask(0);
	unlink(NAME);
	pthread_create(&a, 0, set, 0);
	FILE *f = fopen(NAME, "w");
	fstat(fileno(f), &s);
	unlink(NAME);
	assert((s.st_mode & 0777) == 0666);
	pthread_join(a, 0);
	return 0;
}
