// read, which _FORTIFY_SOURCE makes __read_chk, waits for another thread and writes what that thread reads.
// drista: error data-race
// drista: build --drista-compiler=gcc -O2 -D_FORTIFY_SOURCE=2
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static char buffer[8];
static volatile int size = 4;

static void *reads(void *unused)
{
	return read(ends[0], buffer, size) == 4 ? unused : NULL;
}

int main(void)
{
	pthread_t thread;
	if (pipe(ends))
		return 1;
	pthread_create(&thread, NULL, reads, NULL);
	if (write(ends[1], "abcd", 4) != 4)
		return 1;
	int seen = buffer[1];
	pthread_join(thread, NULL);
	return seen == 20;
}
