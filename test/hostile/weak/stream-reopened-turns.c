// A stream is reopened as two files by turns; an atomic counter says whose turn it is: right.
// drista: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static FILE *file;
static atomic_int turn;

static void *second(void *unused)
{
	while (atomic_load(&turn) != 1)
		;
	fputs("b", file);
	freopen("turn-2", "w", file);
	fputs("c", file);
	atomic_store(&turn, 2);
	return unused;
}

int main(void)
{
	pthread_t thread;
	file = fopen("turn-0", "w");
	pthread_create(&thread, NULL, second, NULL);
	freopen("turn-1", "w", file);
	fputs("a", file);
	atomic_store(&turn, 1);
	while (atomic_load(&turn) != 2)
		;
	fputs("d", file);
	fclose(file);
	pthread_join(thread, NULL);
	char text[9] = "";
	file = fopen("turn-2", "r");
	fgets(text, sizeof text, file);
	fclose(file);
	assert(text[0] == 'c' && text[1] == 'd');
}
