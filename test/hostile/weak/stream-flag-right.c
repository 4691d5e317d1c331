// A thread puts to a stream and says by an atomic that it is done; the other one waits for that, and closes it: right.
// drista: verified
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static FILE *file;
static atomic_int done;

static void *puts_line(void *unused)
{
	fputs("line\n", file);
	atomic_store_explicit(&done, 1, memory_order_release);
	return unused;
}

int main(void)
{
	pthread_t thread;
	file = fopen("flag.txt", "w");
	pthread_create(&thread, NULL, puts_line, NULL);
	while (!atomic_load_explicit(&done, memory_order_acquire))
		;
	fclose(file);
	pthread_join(thread, NULL);
}
