// Two threads copy different files over the same one, as many bytes each: the last one wins, and either may be the
// last.
// drista: error assertion
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/sendfile.h>
#include <unistd.h>

#define TO "copy-last.to"

static int make(const char *name, const char *bytes)
{
	int f = open(name, O_CREAT | O_TRUNC | O_RDWR, 0600);
	assert(write(f, bytes, 1) == 1);
	unlink(name);
	return f;
}

static void *copy(void *from)
{
	int f = open(TO, O_WRONLY);
	off_t at = 0;
	assert(sendfile(f, *(int *)from, &at, 1) == 1);
	close(f);
	return 0;
}

int main(void)
{
	pthread_t a, b;
	char found;
	int from[] = {make("copy-last.a", "a"), make("copy-last.b", "b")}, to = open(TO, O_CREAT | O_TRUNC | O_RDWR, 0600);
	pthread_create(&a, 0, copy, &from[0]);
	pthread_create(&b, 0, copy, &from[1]);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(pread(to, &found, 1, 0) == 1);
	unlink(TO);
	assert(found == 'b');
	return 0;
}
