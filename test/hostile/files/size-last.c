// Two threads set a file's length: the last one wins, and either may be the last.
// drista: error assertion
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME "size-last.data"

static void *one(void *x)
{
	truncate(NAME, 1);
	return x;
}

static void *two(void *x)
{
	truncate(NAME, 2);
	return x;
}

int main(void)
{
	pthread_t a, b;
	struct stat s;
	close(open(NAME, O_CREAT | O_TRUNC | O_WRONLY, 0600));
	pthread_create(&a, 0, one, 0);
	pthread_create(&b, 0, two, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	stat(NAME, &s);
	assert(s.st_size == 2);
	return 0;
}
