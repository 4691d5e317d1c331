// Two threads rename files of their own to one name: the last one wins, and either may be the last.
// drista: error assertion
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#define TO "rename-last.to"

static void make(const char *name, const char *bytes)
{
	int f = open(name, O_CREAT | O_TRUNC | O_WRONLY, 0600);
	assert(write(f, bytes, 1) == 1);
	close(f);
}

static void *move(void *from)
{
	rename(from, TO);
	return 0;
}

int main(void)
{
	pthread_t a, b;
	char found;
	make("rename-last.a", "a");
	make("rename-last.b", "b");
	pthread_create(&a, 0, move, "rename-last.a");
	pthread_create(&b, 0, move, "rename-last.b");
	pthread_join(a, 0);
	pthread_join(b, 0);
	int f = open(TO, O_RDONLY);
	assert(read(f, &found, 1) == 1);
	unlink(TO);
	assert(found == 'b');
	return 0;
}
