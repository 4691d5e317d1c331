// A thread waits for the lock of a stream that main holds and closes: the stream is gone when it goes on.
// drista: error data-race at WRONG
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *locks(void *unused)
{
	flockfile(file); // WRONG
	putc_unlocked('x', file);
	funlockfile(file);
	return unused;
}

int main(void)
{
	pthread_t thread;
	file = fopen("locked.txt", "w");
	pthread_create(&thread, NULL, locks, NULL);
	flockfile(file);
	putc_unlocked('x', file);
	funlockfile(file);
	fclose(file);
	pthread_join(thread, NULL);
}
