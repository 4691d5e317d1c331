// Two threads puts to a standard output that is a file now: either line may be the first.
// drista: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *line(void *text)
{
	puts(text);
	putchar('.');
	return 0;
}

int main(void)
{
	pthread_t a, b;
	char first;
	assert(freopen("puts-reopened.out", "w+", stdout));
	pthread_create(&a, 0, line, "a");
	pthread_create(&b, 0, line, "b");
	pthread_join(a, 0);
	pthread_join(b, 0);
	rewind(stdout);
	assert(fread(&first, 1, 1, stdout) == 1);
	unlink("puts-reopened.out");
	assert(first != 'b');
	return 0;
}
